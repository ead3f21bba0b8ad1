import { Address } from 'ox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { networks } from '../../../src/domain/network.ts';
import { families, factsOf } from '../../../src/domain/families/families.ts';
import { addressFault } from '../../../src/domain/payment-address.ts';
import { otherWallet, wallet } from '../../fixtures/registrations.ts';
import { caseCount } from '../../support/cases.ts';

/** Nobody's wallets: made-up addresses that are valid, and well-known programs and tokens. */
const right = {
  eip155: [
    wallet,
    otherWallet,
    wallet.toLowerCase(),
    `0x${wallet.slice(2).toUpperCase()}`,
    `0x${'0'.repeat(40)}`,
  ],
  solana: ['11111111111111111111111111111111', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  stellar: [
    'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
    'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
  ],
  aptos: [`0x${'0'.repeat(63)}1`, `0x${'aB'.repeat(32)}`],
  sui: [`0x${'0'.repeat(63)}1`, `0x${'f'.repeat(64)}`],
  algorand: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
  hedera: ['0.0.1234', '0.0.1'],
  keeta: ['keeta_amnkge74xitii5dsobstldatv3irmyimujfjotftx7plaaaseam4bntb7wnna'],
  other: ['cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a', 'x', '~'.repeat(128)],
} as const;

const malformed = {
  eip155: [
    '',
    '0x',
    wallet.slice(2),
    wallet.slice(0, -1),
    `${wallet}0`,
    wallet.replace('0x', '0X'),
    ` ${wallet}`,
    `${wallet}\n`,
    wallet.replace('5', 'g'),
    'vault.example.eth',
    '0.0.1234',
    right.solana[1],
  ],
  solana: [
    '',
    '1'.repeat(31),
    '1'.repeat(33),
    '1'.repeat(44),
    'z'.repeat(44),
    right.solana[1].slice(0, -3),
    `${right.solana[1]}1`,
    right.solana[1].replace('E', '0'),
    right.solana[1].replace('E', 'O'),
    right.solana[1].replace('E', 'l'),
    ` ${right.solana[1]}`,
    right.solana[1].toLowerCase(),
    '1'.repeat(60_000),
    'z'.repeat(60_000),
    wallet,
  ],
  stellar: [
    '',
    `G${'A'.repeat(54)}`,
    `g${'a'.repeat(55)}`,
    `S${'A'.repeat(55)}`,
    `G${'A'.repeat(54)}1`,
    `M${'A'.repeat(55)}`,
    wallet,
  ],
  aptos: [
    '',
    '0x1',
    `0x${'0'.repeat(63)}`,
    `0x${'0'.repeat(65)}`,
    '0'.repeat(64),
    `0x${'g'.repeat(64)}`,
    wallet,
  ],
  sui: ['', '0x2', `0x${'0'.repeat(65)}`, wallet],
  algorand: [
    '',
    `B${right.algorand[0].slice(1)}`,
    right.algorand[0].toLowerCase(),
    `${right.algorand[0]}A`,
    right.algorand[0].slice(0, -1),
    // The padding bits of base32 must be zero.
    `${right.algorand[0].slice(0, -1)}B`,
    wallet,
  ],
  hedera: ['', '0.0', '0.0.', '0.0.1.2', '0.0.x', '-0.0.1', ' 0.0.1', wallet],
  keeta: ['', 'keeta_', 'keeta_ABC', `keeta_${'a'.repeat(81)}`, `keeta_${'1'.repeat(60)}`, wallet],
  other: ['', ' ', 'a b', 'a\n', 'é', 'a\u202e', '\u200b', 'x'.repeat(129)],
} as const;

const rows = (table: Readonly<Record<keyof typeof right, readonly string[]>>) =>
  Object.entries(table).flatMap(([family, addresses]) =>
    addresses.map((address) => ({ family, address, shown: address.slice(0, 80) })),
  );

const familyOf = (family: string): keyof typeof right =>
  Object.keys(right).find((known): known is keyof typeof right => known === family) ?? 'other';

describe('a wallet address', () => {
  it.each(rows(right))('of $family may be $shown', ({ family, address }) => {
    expect(addressFault(familyOf(family), address)).toBeUndefined();
  });

  it.each(rows(malformed))('of $family is not $shown', ({ family, address }) => {
    expect(addressFault(familyOf(family), address)).toBe('address_malformed');
  });

  it('is judged without throwing, whatever the text', () => {
    const mistyped = fc
      .tuple(
        fc.constantFrom(...Object.values(right).flat()),
        fc.nat(),
        fc.string({ unit: 'grapheme', maxLength: 2 }),
      )
      .map(([address, place, typed]) => {
        const at = place % address.length;
        return address.slice(0, at) + typed + address.slice(at + 1);
      });

    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(right)),
        fc.oneof(mistyped, fc.string({ unit: 'grapheme' })),
        (family, address) => {
          expect([undefined, 'address_malformed', 'address_checksum']).toContain(
            addressFault(familyOf(family), address),
          );
        },
      ),
      { numRuns: caseCount(500) },
    );
  });

  it('is valid for every known token contract on its network', () => {
    // Assets of Algorand are numbers, not addresses.
    for (const { caip2, family, title } of networks.filter((network) => network.family !== 'algorand')) {
      for (const { address } of knownAssets.get(caip2) ?? []) {
        expect(addressFault(family, address), title).toBeUndefined();
      }
    }
  });

  it('has a format that error messages can describe, for every family', () => {
    for (const family of families) expect(factsOf(family).addressForm.length).toBeGreaterThan(3);
  });
});

describe('a mistyped letter', () => {
  it.each([
    ['eip155', wallet, 'address_checksum'],
    ['algorand', right.algorand[0], 'address_malformed'],
    // The last two bytes are a CRC (SEP-23).
    ['stellar', right.stellar[0], 'address_malformed'],
    ['stellar', right.stellar[2], 'address_malformed'],
  ] as const)('is seen where an address of %s carries a checksum: %s', (family, address, fault) => {
    const at = 12;
    const wrong = family === 'eip155' ? 'b' : 'B';

    expect(addressFault(family, `${address.slice(0, at)}${wrong}${address.slice(at + 1)}`)).toBe(fault);
  });
});

describe('the EIP-55 checksum', () => {
  it.each([
    ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAEd'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
  ])('of %s is wrong', (address) => {
    expect(addressFault('eip155', address)).toBe('address_checksum');
  });

  it('is right exactly when ox says so, in mixed case', () => {
    const hex = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF')),
      minLength: 40,
      maxLength: 40,
    });

    fc.assert(
      fc.property(hex, (digits) => {
        const mixed = /[a-f]/.test(digits) && /[A-F]/.test(digits);
        expect(addressFault('eip155', `0x${digits}`) === undefined).toBe(
          !mixed || Address.validate(`0x${digits}`),
        );
        expect(addressFault('eip155', Address.checksum(`0x${digits.toLowerCase()}`))).toBeUndefined();
      }),
    );
  });
});
