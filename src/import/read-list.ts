import { paidOperations } from '../verification/discovery/paid-operations.ts';
import { entriesIn } from './entries-in.ts';
import { ImportFault } from './import-fault.ts';
import { nameOf, type SourceAnswer, type SourceClient } from './source-client.ts';
import type { ReadPage } from './source.ts';

/** Reads a document that lists its entries at once, such as `/.well-known/x402`, a manifest of ARD or an OpenAPI document. */
export function listPages(url: URL, client: SourceClient, listIn: ListIn): ReadPage {
  let items: readonly unknown[] | undefined;

  return async ({ offset, limit }) => {
    items ??= await itemsAt(url, client, listIn);
    return { items: items.slice(offset, offset + limit), total: items.length, offset, limit };
  };
}

/** The entries that a document at an address lists; undefined where it is no list. */
export type ListIn = (answer: SourceAnswer, url: URL) => readonly unknown[] | undefined;

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
