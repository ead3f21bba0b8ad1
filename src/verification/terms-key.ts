import type { PaymentTerms } from '../domain/payment-terms.ts';

/** The terms that a key was made from, in the order of the key; undefined for a hash, as keys were made of many terms before. */
export function termsIn(key: string): PaymentTerms[] | undefined {
  const lines = key.split('\n').map((line) => line.split(' '));
  if (lines.some((parts) => parts.length !== 5)) return undefined;

  return lines.map(([scheme = '', network = '', payTo = '', asset = '', amount = '']) => ({
    ...{ scheme, network, payTo, asset, amount },
  }));
}

/**
 * A key that is equal for equal terms, in any order. It always holds them all, or a seller could hide its price behind many others: that is 32 kB
 * for 64 entries as long as can be, of which sellers have one or two.
 */
export function keyOf(offered: readonly PaymentTerms[]): string {
  const lines = offered.map(({ scheme, network, payTo, asset, amount }) =>
    [scheme, network, payTo, asset, amount].join(' '),
  );

  return lines.sort().join('\n');
}
