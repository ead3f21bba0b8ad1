import { verify as verifyByNode, createPublicKey } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { Hex, PersonalMessage } from 'ox';
import { describe, expect, it } from 'vitest';
import type { Signer } from '../../../src/domain/signer.ts';
import { isSignedBy, personalHash, readSignature } from '../../../src/registration/signature.ts';
import { strKey } from '../../fixtures/wallets.ts';
import { generatePrivateKey, privateKeyToAccount } from '../../support/evm-account.ts';

const text = 'catalog.example.com wants you to sign in: grüße 🌦\n\nNonce: 1';
const bytes = new TextEncoder().encode(text);

describe('an EVM signature', () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const signer: Signer = { family: 'eip155', chain: '1', address: account.address };
  const signed = async (message = text): Promise<Uint8Array> =>
    hexToBytes((await account.signMessage({ message })).slice(2));
  const isOwn = (signature: Uint8Array): boolean => isSignedBy(signer, text, signature);

  it('is accepted from the address alone, and under its text alone', async () => {
    const other: Signer = { ...signer, address: privateKeyToAccount(generatePrivateKey()).address };

    expect(isOwn(await signed())).toBe(true);
    expect(isOwn(await signed(`${text} `))).toBe(false);
    expect(isSignedBy(other, text, await signed())).toBe(false);
  });

  it('is over the hash of EIP-191', () => {
    expect(`0x${bytesToHex(personalHash(text))}`).toBe(PersonalMessage.getSignPayload(Hex.fromString(text)));
  });

  it('may end with 0 or 1, as some hardware wallets write it, and with nothing else', async () => {
    const signature = await signed();
    const right = signature[64] ?? 0;
    const ending = (v: number): Uint8Array => Uint8Array.from([...signature.subarray(0, 64), v]);

    const accepted = Array.from({ length: 256 }, (_, v) => v).filter((v) => isOwn(ending(v)));
    expect(accepted).toEqual([right - 27, right]);
  });

  it('is refused with a high s, although it would recover the same address', async () => {
    const signature = await signed();
    const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact');
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('compact');
    const flipped = concatBytes(high, Uint8Array.of(55 - (signature[64] ?? 0)));

    expect(isOwn(flipped)).toBe(false);
  });

  it('is refused in the compact form of EIP-2098', async () => {
    const signature = await signed();
    const [first = 0, ...rest] = signature.subarray(32, 64);
    const isOdd = signature[64] === 28;
    const compact = Uint8Array.of(...signature.subarray(0, 32), first | (isOdd ? 0x80 : 0), ...rest);

    expect(isOwn(compact)).toBe(false);
  });

  it.each([0, 1, 27, 28])('of zeros or of ones is refused, ending with %d', (v) => {
    for (const fill of [0x00, 0xff]) {
      expect(isOwn(Uint8Array.of(...Array<number>(64).fill(fill), v))).toBe(false);
    }
  });

  it('of the address zero does not exist', () => {
    const zero: Signer = { ...signer, address: `0x${'0'.repeat(40)}` };

    expect(isSignedBy(zero, text, new Uint8Array(65))).toBe(false);
  });

  it.each([0, 1, 64, 66, 4096])('of %d bytes is refused', (length) => {
    expect(isOwn(new Uint8Array(length).fill(1))).toBe(false);
  });
});

describe('a Solana signature', () => {
  const { secretKey, publicKey } = ed25519.keygen();
  const signer: Signer = {
    family: 'solana',
    chain: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: base58.encode(publicKey),
  };
  const signature = ed25519.sign(bytes, secretKey);

  it('is accepted from the key alone, and under its text alone', () => {
    const other: Signer = { ...signer, address: base58.encode(ed25519.keygen().publicKey) };

    expect(isSignedBy(signer, text, signature)).toBe(true);
    expect(isSignedBy(signer, `${text} `, signature)).toBe(false);
    expect(isSignedBy(other, text, signature)).toBe(false);
  });

  it('is refused with an s that is not reduced', () => {
    const order = ed25519.Point.Fn.ORDER;
    const s = BigInt(`0x${bytesToHex(signature.subarray(32).toReversed())}`) + order;
    const malleated = hexToBytes(s.toString(16).padStart(64, '0')).toReversed();

    expect(isSignedBy(signer, text, concatBytes(signature.subarray(0, 32), malleated))).toBe(false);
  });

  it.each([
    '0100000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    // The same points, encoded as no honest key is.
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0100000000000000000000000000000000000000000000000000000000000080',
  ])('is refused under the key of small order %s, for which anybody can sign', (key) => {
    const weak: Signer = { ...signer, address: base58.encode(hexToBytes(key)) };
    // R is the neutral element, and s is 0.
    const forged = Uint8Array.of(1, ...Array<number>(63).fill(0));

    expect(isSignedBy(weak, text, forged)).toBe(false);
  });

  it('is judged as by Node', () => {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
      format: 'jwk',
    });

    expect(verifyByNode(null, bytes, key, signature)).toBe(isSignedBy(signer, text, signature));
  });
});

describe('a Stellar signature', () => {
  const { secretKey, publicKey } = ed25519.keygen();
  const signer: Signer = { family: 'stellar', chain: 'pubnet', address: strKey(publicKey) };

  it('is accepted over the text, from the key alone', () => {
    const other: Signer = { ...signer, address: strKey(ed25519.keygen().publicKey) };
    const signature = ed25519.sign(bytes, secretKey);

    expect(isSignedBy(signer, text, signature)).toBe(true);
    expect(isSignedBy(signer, `${text} `, signature)).toBe(false);
    expect(isSignedBy(other, text, signature)).toBe(false);
  });

  it('is accepted as wallets make it by SEP-53, whose first example this is', () => {
    const address = 'GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L';
    const signature = base64.decode(
      'fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==',
    );

    expect(isSignedBy({ ...signer, address }, 'Hello, World!', signature)).toBe(true);
    expect(isSignedBy({ ...signer, address }, 'Hello, World', signature)).toBe(false);
    expect(isSignedBy(signer, 'Hello, World!', signature)).toBe(false);
  });
});

describe('readSignature', () => {
  const given = Uint8Array.from({ length: 64 }, (_, i) => i + 1);

  it.each([
    ['base58', base58.encode(given)],
    ['base64', base64.encode(given)],
    ['hexadecimal digits', `0x${bytesToHex(given)}`],
  ])('reads 64 bytes for Solana in %s', (_what, form) => {
    expect(readSignature('solana', form)).toEqual(given);
  });

  it('reads bytes of any length for the EVM, where contracts choose it', () => {
    expect(readSignature('eip155', '0xABcd')).toEqual(Uint8Array.of(0xab, 0xcd));
    expect(readSignature('eip155', `0x${'00'.repeat(4096)}`)).toHaveLength(4096);
  });

  it.each<readonly [Signer['family'], string]>([
    ['eip155', ''],
    ['eip155', '0x'],
    ['eip155', '0x0'],
    ['eip155', '0xzz'],
    ['eip155', `0x${'０'.repeat(130)}`],
    ['eip155', `0x${'00'.repeat(4097)}`],
    ['eip155', bytesToHex(given)],
    ['eip155', base58.encode(given)],
    ['eip155', ' 0x00'],
    ['eip155', '0x00\n'],
    ['solana', ''],
    ['solana', `0x${'00'.repeat(65)}`],
    ['solana', base58.encode(given.subarray(0, 63))],
    ['solana', base58.encode(Uint8Array.from({ length: 65 }, () => 1))],
    ['solana', '1'.repeat(65)],
    ['solana', `${'1'.repeat(63)}I`],
    ['solana', base64.encode(given).replaceAll('=', '')],
    // Bits that no byte holds.
    ['solana', `${'A'.repeat(85)}B==`],
    ['solana', 'z'.repeat(1_000_000)],
    ['eip155', `0x${'0'.repeat(1_000_000)}`],
  ])('refuses for %s: %.40s', (family, form) => {
    expect(readSignature(family, form)).toBeUndefined();
  });
});
