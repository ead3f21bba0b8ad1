import { z } from 'zod';
import { ImportFault } from './import-fault.ts';
import { nameOf, type SourceAnswer, type SourceClient } from './source-client.ts';
import type { Page, ReadPage } from './source.ts';

const count = z.int().nonnegative().nullish().catch(null);
const token = z.string().max(4_096).nullish().catch(null);

/** Peers differ in the names of the total and of the next token. */
const AgentsPage = z.looseObject({
  items: z.array(z.unknown()).optional(),
  results: z.array(z.unknown()).optional(),
  total: count,
  totalSize: count,
  pageToken: token,
  nextPageToken: token,
});

/** A search has to say what it looks for. */
const searchText = 'API that is paid per request with x402';

/** Reads `GET {base}/agents` of a registry. */
export function agentPages(base: URL, client: SourceClient): ReadPage {
  return async (place) => {
    const url = below(base, 'agents');
    url.searchParams.set('pageSize', String(place.limit));
    if (place.token !== null) url.searchParams.set('pageToken', place.token);

    return expected(await client.get(url), url);
  };
}

/** Reads `POST {base}/search` of a registry. */
export function searchPages(base: URL, client: SourceClient): ReadPage {
  return async (place) => {
    const url = below(base, 'search');
    const body = {
      query: { text: searchText },
      federation: 'none',
      pageSize: place.limit,
      ...(place.token === null ? {} : { pageToken: place.token }),
    };

    return expected(await client.post(url, body), url);
  };
}

/** The page in an answer; undefined where it is none. */
export function agentsPageOf({ status, json }: SourceAnswer): Page | undefined {
  const read = status === 200 && 'value' in json ? AgentsPage.safeParse(json.value).data : undefined;
  const items = read?.items ?? read?.results;
  if (!read || !items) return undefined;

  const next = read.pageToken ?? read.nextPageToken;
  return {
    items,
    total: read.total ?? read.totalSize ?? null,
    offset: null,
    limit: null,
    token: next === undefined || next === null || next === '' ? null : next,
  };
}

/** An address below the base of a registry, which some name with the route already. */
export function below(base: URL, route: 'agents' | 'search'): URL {
  const url = new URL(base);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const named = ['agents', 'search'].includes(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
  url.pathname = [...named, route].join('/');
  return url;
}

function expected(answer: SourceAnswer, url: URL): Page {
  const page = agentsPageOf(answer);
  if (page) return page;

  throw new ImportFault(
    'answer_invalid',
    `${nameOf(url)} answers HTTP ${answer.status} with something else than a page of entries; ask its operator`,
  );
}
