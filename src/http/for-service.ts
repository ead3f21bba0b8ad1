import type { DeclaredService } from '../domain/service.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Context } from './bindings.ts';
import { tombstoneView } from '../views/tombstone.ts';
import type { RouteDependencies } from './dependencies.ts';
import type { Route } from './route.ts';

type ServiceHandler = (c: Context, entry: Entry, snapshot: Snapshot) => Response | Promise<Response>;

/** Makes a route that looks up the service named in its path and passes it to `handle`. */
export function forService(dependencies: RouteDependencies, handle: ServiceHandler): Route['handle'] {
  return (c) => {
    const { snapshot } = dependencies.store;
    const id = c.req.param('id') ?? '';
    const entry = snapshot.find(id);
    if (!entry) return missing(c, id, dependencies);

    const response = handle(c, entry, snapshot);
    const { deprecated } = entry.declared;
    if (!deprecated) return response;
    return Promise.resolve(response).then((answer) => deprecating(answer, deprecated));
  };
}

/** Distinguishes services that were removed from those that never existed. */
function missing(c: Context, id: string, { store, refuse }: RouteDependencies): Response {
  const tombstone = store.snapshot.tombstone(id);

  return refuse(
    c,
    tombstone ? { code: 'service_deleted', members: tombstoneView(tombstone) } : { code: 'service_unknown' },
  );
}

/** Tells clients that the service of an answer is deprecated: RFC 9745 and RFC 5829. */
function deprecating(
  answer: Response,
  { since, replacement }: NonNullable<DeclaredService['deprecated']>,
): Response {
  // A refusal says nothing about the service.
  if (answer.status >= 400) return answer;

  answer.headers.set('Deprecation', `@${String(Math.floor(Date.parse(since) / 1000))}`);
  if (replacement !== undefined) {
    answer.headers.set('Link', `</api/services/${replacement}>; rel="successor-version"`);
  }
  return answer;
}
