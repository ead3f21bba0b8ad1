import { dns } from './dns.ts';
import { http } from './http.ts';
import type { AskedMember, ProofRules } from './method.ts';
import { repository } from './repository.ts';
import { wallet } from './wallet.ts';

const rules = { wallet, http, dns, repository } as const satisfies Readonly<Record<string, ProofRules>>;

export type ProofMethod = keyof typeof rules;

/** The methods whose proof is a line at a URL or name. */
export type PlacedMethod = {
  [Each in ProofMethod]: (typeof rules)[Each] extends { readonly isPlaced: true } ? Each : never;
}[ProofMethod];

export const proofMethods = Object.keys(rules) as readonly ProofMethod[];

const placedMethods = proofMethods.filter(isPlaced);

export function proofRules(method: ProofMethod): ProofRules {
  return rules[method];
}

export function isPlaced(method: ProofMethod): method is PlacedMethod {
  return proofRules(method).isPlaced === true;
}

/** A value for each method whose proof stands at a place. */
export function byPlace<Value>(
  valueOf: (method: PlacedMethod) => Value,
): Readonly<Record<PlacedMethod, Value>> {
  return Object.fromEntries(placedMethods.map((method) => [method, valueOf(method)])) as Record<
    PlacedMethod,
    Value
  >;
}

/** The members that methods ask for beside their name. */
export const askedMembers: readonly (AskedMember & { readonly method: ProofMethod })[] = proofMethods.flatMap(
  (method) => {
    const { asks } = proofRules(method);
    return asks ? [{ ...asks, method }] : [];
  },
);

const codes = (methods: readonly ProofMethod[]): string => methods.map((each) => `\`${each}\``).join(' and ');

/** The methods in words, for the description of the API. */
export const proofWords = {
  methods: `${proofMethods.map((method) => `\`${method}\`: ${proofRules(method).description}`).join('. ')}.`,
  evidence: inList(
    proofMethods.map((method) => proofRules(method).evidence),
    'or',
  ),
  placed: inList(placedMethods, 'and'),
  /** From the strongest: "`http` and `dns`, then `wallet`". */
  ranks: [...Map.groupBy(proofMethods, (method) => proofRules(method).strength)]
    .toSorted(([a], [b]) => b - a)
    .map(([, methods]) => codes(methods))
    .join(', then '),
};

function inList(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  const comma = words.length > 2 ? ',' : '';

  return `${words.slice(0, -1).join(', ')}${comma} ${conjunction} ${last}`;
}
