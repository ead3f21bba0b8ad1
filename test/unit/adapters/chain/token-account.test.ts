import { expect, it } from 'vitest';
import { associatedAccount, tokenPrograms } from '../../../../src/adapters/chain/token-account.ts';

const [token = '', token2022 = ''] = tokenPrograms;
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const pyusd = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo';

// Addresses as @solana-program/token derives them.
it.each([
  [
    'V9vHzAyDawkiSQERz9mJLm66nuijrT9GMQ25VchgzDT',
    usdc,
    token,
    'HMXibmwGiozL5jpZ3Gv8YfMeEpRdRZnR1doqytryL41y',
  ],
  [
    '7o9jyxLZFNo9MLmp1yBvNWGcdstB4vWyU13in6Uay1vG',
    usdc,
    token,
    '9Gcu1d2uGrFeUfYrttzfzYjrwbRpYzo4PLtbZGbL4vkg',
  ],
  [
    '2F4sKMjmWBCetH7KZeDaMzSZtFWD7BMR2PDbQG7FLnNY',
    pyusd,
    token2022,
    '7S7K5UEvXxcU3Mpr7YTLfehp7nMNzrRJgGcHD9g8QxT',
  ],
  [
    'fg7jN5FxBZbNe8Knnzo9MoK1vJGytWuWa8n7KnM3jLW',
    pyusd,
    token2022,
    'eeSrpeKcxn8vS8KEhgbjUDHfFGMDXMrQAdmia6GwT3k',
  ],
])('derives the token account of %s for %s', (wallet, mint, program, address) => {
  expect(associatedAccount(wallet, mint, program)).toBe(address);
});
