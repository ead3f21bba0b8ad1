import type { Matcher } from './matcher.ts';

const methods = [
  'update',
  'readKeywords',
  'readSentence',
  'understand',
  'likeness',
  'wordsFrom',
  'match',
  'meaningCounts',
  'addVectors',
  'missingVectors',
  'usedVectors',
] as const satisfies readonly (keyof Matcher)[];

export type Method = (typeof methods)[number];

/** A matcher that may work in another thread: every method answers with a promise, in the order of the calls. */
export type AskedMatcher = {
  readonly [Name in Method]: (...given: Parameters<Matcher[Name]>) => Promise<ReturnType<Matcher[Name]>>;
};

/** A matcher that is asked by passing on which method is called with what. */
export function askedBy(ask: (method: Method, given: readonly unknown[]) => Promise<unknown>): AskedMatcher {
  const calls = methods.map((method) => [method, (...given: unknown[]) => ask(method, given)]);

  return Object.fromEntries(calls) as AskedMatcher;
}

/** A matcher in the thread that asks it. Every call is done before it returns. */
export function askedHere(matcher: Matcher): AskedMatcher {
  // eslint-disable-next-line @typescript-eslint/require-await -- turns what is thrown into a rejection
  return askedBy(async (method, given) => call(matcher, method, given));
}

export function call(matcher: Matcher, method: Method, given: readonly unknown[]): unknown {
  return (matcher[method] as (...each: readonly unknown[]) => unknown).apply(matcher, [...given]);
}
