import { isSlashed } from '../domain/asked-address.ts';
import type { Check } from '../domain/check.ts';
import type { ChallengeTraits, SentChallenge } from '../domain/payment-terms.ts';
import { budgetOf, unfitness } from './bounded-json.ts';
import { maxEntries } from './accept-entry.ts';
import { isObject, type JsonObject, membersOf } from '../domain/json-object.ts';

/** Characters of JSON that are stored of a 402, beside its description. */
export const maxCharacters = 8 * 1024;

/** Names of extensions that are stored for clients to choose by. */
const maxNames = 16;

/**
 * The part of a 402 that is stored as its seller sent it: the entries of `accepts` that can be paid, then what it says of itself, then its
 * extensions, each whole or not at all. Undefined where no entry fits.
 */
export function sentChallenge(
  document: unknown,
  x402Version: 1 | 2,
  isPayable: (entry: number) => boolean,
): SentChallenge | undefined {
  const { accepts, resource, extensions } = membersOf(document);
  const budget = budgetOf(maxCharacters);
  const isFit = (value: unknown): value is JsonObject =>
    isObject(value) && unfitness(value, budget) === undefined;

  const entries: readonly unknown[] = Array.isArray(accepts) ? accepts.slice(0, maxEntries) : [];
  const fitting = entries.filter((_, entry) => isPayable(entry)).filter(isFit);
  if (fitting.length === 0) return undefined;

  const self = isFit(resource) ? { resource } : {};
  const fit = Object.entries(membersOf(extensions))
    .slice(0, maxNames)
    .filter(([name, value]) => isFit({ [name]: value }));
  return {
    x402Version,
    accepts: fitting,
    ...self,
    ...(fit.length === 0 ? {} : { extensions: Object.fromEntries(fit) }),
  };
}

export function traitsOf(
  { terms, sent, url }: Pick<Check, 'terms' | 'sent' | 'url'>,
  endpoint: string,
): ChallengeTraits {
  return {
    schemes: [...new Set(terms.map(({ scheme }) => scheme))],
    extensions: Object.keys(sent?.extensions ?? {}),
    ...(isSlashed(url, endpoint) ? { hasSlash: true } : {}),
  };
}
