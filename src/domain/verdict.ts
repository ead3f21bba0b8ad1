import { z } from 'zod/mini';

/** How the answer of an endpoint compares with its declaration. */
export const verdicts = {
  verified: 'An unpaid request is answered with 402, and the terms are those that were declared.',
  payto_mismatch: 'The live 402 pays another wallet than the declared one.',
  network_mismatch: 'The live 402 asks for payment on other networks than the declared one.',
  asset_mismatch: 'The live 402 asks for another token than the declared one.',
  price_mismatch: 'The live 402 asks for another price than the declared one.',
  malformed: 'An unpaid request is answered with 402, but buyers’ clients cannot read or pay it.',
  unread:
    'The endpoint works, and asks for something that was not compared; terms that were seen before stand for a week.',
  not_402: 'An unpaid request is answered, but not with a 402 that asks for payment by x402.',
  blocked: 'The endpoint keeps checks away (403, 429 or a challenge page), which says nothing about it.',
  unreachable: 'There was no HTTP answer.',
} as const;

export type Verdict = keyof typeof verdicts;

export const Verdict = z
  .enum(Object.keys(verdicts) as [Verdict, ...Verdict[]])
  .check(z.meta({ description: 'What the last check found.', examples: ['verified'] }));

/** Whether the live terms were compared with the declared ones. */
export function isCompared(verdict: Verdict): boolean {
  return verdict === 'verified' || verdict.endsWith('_mismatch');
}

/** Whether the endpoint answered as one that works. */
export function isAnswered(verdict: Verdict): boolean {
  return verdict === 'unread' || isCompared(verdict);
}
