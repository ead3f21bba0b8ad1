import type { Status } from '../domain/status.ts';

/** What each status tells a buyer. */
export const statusWords = {
  verified: {
    label: 'Verified',
    meaning:
      'Its live 402 answer was seen, and asks for the price, wallet and network that its owner declares.',
  },
  unverified: {
    label: 'Unverified',
    meaning:
      'Its live 402 answer has not been seen to match what its owner declares. Everything here is the owner’s word.',
  },
  inactive: {
    label: 'Inactive',
    meaning: 'It did not answer when it was last checked.',
  },
} as const satisfies Record<Status, { label: string; meaning: string }>;
