import { Address } from 'ox';
import { describe, expect, it } from 'vitest';
import { chainOf, readSigner, signerId } from '../../../src/domain/signer.ts';

const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const address = Address.checksum(lower);
const stellar = 'stellar:pubnet:GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L';
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';

describe('readSigner', () => {
  it.each([
    lower,
    address,
    lower.toUpperCase(),
    `0x${lower.slice(2).toUpperCase()}`,
    // A wrong checksum.
    address.replace('A', 'a'),
  ])('gives an EVM address its EIP-55 form: %s', (text) => {
    expect(readSigner(`eip155:8453:${text}`)).toEqual({ family: 'eip155', chain: '8453', address });
  });

  it.each([
    `eip155:1:${address}`,
    `eip155:9007199254740991:${address}`,
    `eip155:31337:${address}`,
    solana,
    stellar,
  ])('reads %s, whether or not the catalog knows its chain', (text) => {
    const signer = readSigner(text);

    expect(typeof signer === 'string' ? signer : signerId(signer)).toBe(text);
    expect(typeof signer === 'string' ? signer : chainOf(signer)).toBe(text.slice(0, text.lastIndexOf(':')));
  });

  it.each([
    ['', 'account_malformed'],
    [address, 'account_malformed'],
    [`8453:${address}`, 'account_malformed'],
    [`eip155:8453:${address}:1`, 'account_malformed'],
    [`eip155::${address}`, 'account_malformed'],
    [`eip155:8453:${'0'.repeat(200)}`, 'account_malformed'],
    ['aptos:1:0x1', 'account_family_unknown'],
    [`other:1:${address}`, 'account_family_unknown'],
    [stellar.replace('pubnet', 'mainnet'), 'account_chain_malformed'],
    [stellar.replace('GBXFXN', 'GBXFXO'), 'account_address_malformed'],
    [stellar.toLowerCase(), 'account_address_malformed'],
    // A contract, which signs nothing here.
    ['stellar:pubnet:CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75', 'account_address_malformed'],
    [`__proto__:1:${address}`, 'account_family_unknown'],
    [`constructor:1:${address}`, 'account_family_unknown'],
    [` eip155:1:${address}`, 'account_family_unknown'],
    [`eip155:0:${address}`, 'account_chain_malformed'],
    [`eip155:01:${address}`, 'account_chain_malformed'],
    [`eip155:-1:${address}`, 'account_chain_malformed'],
    [`eip155:1e3:${address}`, 'account_chain_malformed'],
    [`eip155:base:${address}`, 'account_chain_malformed'],
    [`eip155:9007199254740992:${address}`, 'account_chain_malformed'],
    [`eip155:٨:${address}`, 'account_chain_malformed'],
    [`solana:mainnet:${solana.split(':')[2] ?? ''}`, 'account_chain_malformed'],
    [`eip155:1:${address}0`, 'account_address_malformed'],
    [`eip155:1:${address} `, 'account_address_malformed'],
    [`eip155:1:${address}\n`, 'account_address_malformed'],
    ['eip155:1:vitalik.eth', 'account_address_malformed'],
    [`eip155:1:${solana.split(':')[2] ?? ''}`, 'account_address_malformed'],
    [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`, 'account_address_malformed'],
    [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${'1'.repeat(33)}`, 'account_address_malformed'],
  ])('refuses %s: %s', (text, fault) => {
    expect(readSigner(text)).toBe(fault);
  });
});
