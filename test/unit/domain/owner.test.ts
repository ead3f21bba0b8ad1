import { describe, expect, it } from 'vitest';
import { isSelfMade, OwnerId } from '../../../src/domain/owner.ts';

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const stellar = 'GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L';
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

describe('an owner', () => {
  it.each([
    ['acme', false],
    ['a.b-c_d', false],
    ['github', false],
    [`wallet:${evm}`, true],
    [`wallet:${solana}`, true],
    [`wallet:${stellar}`, true],
    [`wallet:eip155:8453:${evm}`, true],
    ['github:9919', true],
    ['oidc:gitlab.example.com:8443:42', true],
  ])('can be %s', (text, selfMade) => {
    expect(OwnerId.safeParse(text).data).toBe(text);
    expect(isSelfMade(text)).toBe(selfMade);
  });

  it.each([
    [`wallet:${evm.toLowerCase()}`, `wallet:${evm}`],
    [`wallet:0x${evm.slice(2).toUpperCase()}`, `wallet:${evm}`],
    [`wallet:eip155:1:${evm.toLowerCase()}`, `wallet:eip155:1:${evm}`],
  ])('%s is the same as %s', (text, canonical) => {
    expect(OwnerId.safeParse(text).data).toBe(canonical);
  });

  it.each([
    '',
    'Acme',
    '-acme',
    'a'.repeat(65),
    'acme ',
    'wallet:',
    'wallet:0x5aAe',
    `wallet:${stellar.toLowerCase()}`,
    `wallet:stellar:pubnet:${stellar}`,
    `wallet:${evm}0`,
    `wallet:solana:mainnet:${solana}`,
    'wallet:0OIl0OIl0OIl0OIl0OIl0OIl0OIl0OIl',
    'github:',
    'github:acme',
    'github:9919\n',
    'oidc:Example.com:1',
    'oidc:example.com:a b',
    '__proto__',
  ])('cannot be %j', (text) => {
    expect(OwnerId.safeParse(text).error?.issues).toMatchObject([{ message: 'owner_invalid' }]);
  });
});
