import { paidOperations } from '../verification/discovery/paid-operations.ts';
import { agentPages, searchPages } from './read-agents.ts';
import { bazaarPages } from './read-bazaar.ts';
import { nameOf, type SourceAnswer, type SourceClient } from './source-client.ts';
import type { Place, ReadPage, Source, SourceKind } from './source.ts';
import { ImportFault } from './import-fault.ts';
import { entriesIn } from './entries-in.ts';

/** Entries to a page. Sources of the Bazaar round other numbers to tens; endpoints that a list points to are asked one by one. */
const limits = {
  bazaar: 100,
  agents: 100,
  'agent-search': 100,
  manifest: 10,
  list: 100,
  'well-known': 10,
  openapi: 10,
} as const satisfies Record<SourceKind, number>;

export function firstPlace({ kind }: Source): Place {
  return { offset: 0, limit: limits[kind], total: null, token: null, barren: 0 };
}

export function pagesOf({ kind, url }: Source, client: SourceClient): ReadPage {
  const address = new URL(url);

  switch (kind) {
    case 'bazaar':
      return bazaarPages(address, client);
    case 'agents':
      return agentPages(address, client);
    case 'agent-search':
      return searchPages(address, client);
    case 'manifest':
    case 'list':
    case 'well-known':
      return listPages(address, client, listIn);
    case 'openapi':
      return listPages(address, client, operationsIn);
  }
}

/** Reads a document that lists its entries at once, such as `/.well-known/x402`, a manifest of ARD or an OpenAPI document. */
function listPages(url: URL, client: SourceClient, listIn: ListIn): ReadPage {
  let items: readonly unknown[] | undefined;

  return async ({ offset, limit }) => {
    items ??= await itemsAt(url, client, listIn);
    return { items: items.slice(offset, offset + limit), total: items.length, offset, limit };
  };
}

/** The entries that a document at an address lists; undefined where it is no list. */
type ListIn = (answer: SourceAnswer, url: URL) => readonly unknown[] | undefined;

async function itemsAt(url: URL, client: SourceClient, listIn: ListIn): Promise<readonly unknown[]> {
  const answer = await client.get(url);
  const items = listIn(answer, url);
  if (items) return items;

  throw new ImportFault(
    'answer_invalid',
    `${nameOf(url)} answers HTTP ${answer.status} with something else than a list of resources; ask its operator`,
  );
}

export const listIn: ListIn = ({ status, json }) =>
  status === 200 && 'value' in json ? entriesIn(json.value) : undefined;

/** The paid operations of a seller's OpenAPI document, as entries of the Bazaar; undefined where it has none. */
export const operationsIn: ListIn = ({ status, json }, { origin }) => {
  const operations = status === 200 && 'value' in json ? paidOperations(json.value, origin) : [];
  if (operations.length === 0) return undefined;

  return operations.map(({ url, method, query, body, ...texts }) => ({
    ...texts,
    resource: url,
    method,
    extensions: {
      bazaar: {
        info: {
          input: {
            ...{ type: 'http', method },
            ...(Object.keys(query).length === 0 ? {} : { queryParams: query }),
            ...(body === undefined ? {} : { bodyType: 'json', body }),
          },
        },
      },
    },
  }));
};
