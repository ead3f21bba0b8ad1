import type { DescribedRequest } from '../domain/described-request.ts';
import { RequestExample } from '../domain/offer.ts';
import { budgetOf, unfitness } from '../verification/bounded-json.ts';

/** Characters of JSON that are read from an example. */
const maxCharacters = 2_048;

export function withoutQuery(url: string): string {
  return url.replace(/\?[^#]*/, '');
}

/**
 * The parameters in the query of a URL, so that its endpoint can be listed without one. Undefined where they cannot be listed as such: a name
 * stands twice, or hidden characters do.
 */
export function queryOf(url: string): Readonly<Record<string, string>> | undefined {
  const pairs = [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')];
  const names = new Set(pairs.map(([name]) => name));
  const query = Object.fromEntries(pairs);

  return names.size === pairs.length && unfitness(query, budgetOf(maxCharacters)) === undefined
    ? query
    : undefined;
}

/** How to ask a service so that it answers 402, as its source describes that. The parts that are too large are left out. */
export function requestOf(
  query: Readonly<Record<string, string>>,
  { method, query: parameters, body }: DescribedRequest = {},
): RequestExample | undefined {
  const whole = { ...query, ...parameters?.example };
  const example =
    body?.type === 'json' && method !== undefined && method !== 'GET' ? body.example : undefined;
  const parts = {
    ...(method === undefined ? {} : { method }),
    ...(Object.keys(whole).length === 0 ? {} : { query: whole }),
  };
  const attempts = [
    ...(example === undefined ? [] : [{ ...parts, body: example }]),
    parts,
    { ...(Object.keys(query).length === 0 ? {} : { query }) },
  ];

  const request = attempts.find((each) => RequestExample.safeParse(each).success);
  return request && Object.keys(request).length > 0 ? request : undefined;
}
