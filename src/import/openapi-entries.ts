import { paidOperations } from '../verification/discovery/paid-operations.ts';
import type { ListIn } from './read-list.ts';

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
