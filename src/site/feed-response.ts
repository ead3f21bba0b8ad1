import { type Problem, problemBody, problems } from '../views/problem.ts';
import { bodyOf } from '../views/body.ts';
import { printAtom } from './atom.ts';
import type { Feed } from './feed.ts';
import { feedTypes } from './feed-links.ts';
import { printJsonFeed } from './json-feed.ts';

/** What there is at the address of a feed; undefined where there never was one. */
type Found = Feed | 'gone' | { readonly problem: Problem } | undefined;

/** Lets shared caches answer most of those who poll. */
const caching = 'public, max-age=60';

/** Answers a request for a feed, in the format that its address ends with. `site` is the public address of the site, without a slash at its end. */
export function feedResponse(found: Found, format: string | undefined, site: string): Response {
  if (found === undefined || (format !== 'atom' && format !== 'json')) {
    return new Response('There is no such feed.\n', { status: 404 });
  }
  if (found === 'gone') return new Response('This service was removed.\n', { status: 410 });
  if ('problem' in found) {
    return new Response(bodyOf(problemBody(found.problem, site)), {
      status: problems[found.problem.code].status,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
    });
  }

  return new Response(format === 'atom' ? printAtom(found, site) : printJsonFeed(found, site), {
    headers: {
      'Content-Type': `${feedTypes[format]}; charset=utf-8`,
      'Cache-Control': caching,
      ...(found.isModifiedThen ? { 'Last-Modified': new Date(found.updated).toUTCString() } : {}),
    },
  });
}
