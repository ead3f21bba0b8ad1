import type { Noun } from '../formats.ts';

/** What this site counts. */
export const nouns = {
  service: ['service', 'services'],
  payment: ['payment', 'payments'],
  wallet: ['wallet', 'wallets'],
  change: ['change', 'changes'],
  earlierChange: ['earlier change', 'earlier changes'],
  furtherField: ['further field', 'further fields'],
  otherHost: ['other host', 'other hosts'],
  response: ['response', 'responses'],
  value: ['value', 'values'],
} satisfies Readonly<Record<string, Noun>>;
