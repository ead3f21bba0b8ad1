import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  cosign,
  countCosignatures,
  findCosignature,
  printWitness,
  readWitness,
} from '../../../src/transparency/cosignature.ts';
import { openCheckpoint } from '../../../src/transparency/log-copy.ts';
import {
  type NoteSigner,
  printVerifier,
  readNote,
  readVerifier,
  signatureLine,
  signatureTypes,
} from '../../../src/transparency/signed-note.ts';

function signerOf(byte: number, name: string): NoteSigner {
  const seed = Buffer.alloc(32, byte);
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { name, privateKey, publicKey: Buffer.from(x, 'base64url') };
}

const witness = signerOf(2, 'witness.example/w1');
const other = signerOf(3, 'witness.example/w2');

/** Made by another implementation of the specification's text, as is the checkpoint below. */
const vkey = 'witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU';
const line =
  '— witness.example/w1 3xwKNQAAAABkGFDLNlugadLZq6rcYxzjse71AAbzPKQW8BKgybt2NfFA4hQyhhRKLJyJsJ6hJ+uX5m7XiBVWbHtPb/HBYh1cBTYLBw==\n';
const logKey = 'tollbook.example/log+a8428a1a+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c';
const checkpoint =
  'tollbook.example/log\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n\n— tollbook.example/log qEKKGqET+54Ra7YAodRrP3Adr5idO3lg9GPGggYCjZQtrTBriFH4H+rq3qEoQkP/NV6MyVaqVma2ZHOlS9p1JnHaNAI=\n';
const text = readNote(checkpoint)?.text ?? '';
const at = new Date('2023-03-20T12:25:47Z');
const later = new Date('2023-06-01T00:00:00Z');

describe('the key of a witness', () => {
  it('is what the specification makes of name and key', () => {
    expect(printWitness(witness)).toBe(vkey);
    expect(readWitness(vkey)).toEqual({ name: witness.name, publicKey: witness.publicKey });
  });

  it('is no key of a log, and the other way round', () => {
    expect(readWitness(printVerifier(witness))).toBeUndefined();
    expect(readVerifier(vkey)).toBeUndefined();
  });

  it('has no control characters in its name', () => {
    expect(readWitness(printWitness({ ...witness, name: 'a\u001b[31m' }))).toBeUndefined();
  });
});

describe('a cosignature', () => {
  it('is byte for byte what another implementation makes', () => {
    expect(cosign(text, witness, new Date(at.getTime() + 999))).toEqual({ line, at });
  });

  it('is found in a checkpoint, whose own signature stays valid', () => {
    const note = checkpoint + line;

    expect(findCosignature(note, witness, later)).toEqual({ line, at });
    expect(openCheckpoint(note, readVerifier(logKey) ?? witness).size).toBe(3);
  });

  it('does not hold with another text, time, name, key or type, or cut off', () => {
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(4);
    const lineOf = (changed: Uint8Array, type: 1 | 4 = signatureTypes.cosignature) =>
      signatureLine(witness, type, changed);
    const shifted = Buffer.from(bytes);
    shifted[7] = (shifted[7] ?? 0) ^ 1;

    for (const note of [
      checkpoint.replace('\n3\n', '\n4\n') + line,
      checkpoint + lineOf(shifted),
      checkpoint + line.replace('/w1', '/w3'),
      checkpoint + lineOf(bytes, signatureTypes.note),
      checkpoint + lineOf(bytes.subarray(0, 8)),
      checkpoint + lineOf(bytes.subarray(0, 71)),
      checkpoint + lineOf(Buffer.concat([bytes, Buffer.alloc(1)])),
      checkpoint,
      line,
      '',
    ]) {
      expect(findCosignature(note, witness, later), note).toBeUndefined();
    }
    expect(findCosignature(checkpoint + line, { ...other, name: witness.name }, later)).toBeUndefined();
  });

  it('is not believed from the future, from no time, or from a time that no clock shows', () => {
    const signed = (seconds: bigint) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(seconds);
      return (
        checkpoint +
        signatureLine(witness, signatureTypes.cosignature, Buffer.concat([time, Buffer.alloc(64)]))
      );
    };

    expect(findCosignature(checkpoint + line, witness, new Date(at.getTime() - 300_000))).toBeDefined();
    expect(findCosignature(checkpoint + line, witness, new Date(at.getTime() - 301_000))).toBeUndefined();
    for (const seconds of [0n, 2n ** 63n, 2n ** 64n - 1n]) {
      expect(findCosignature(signed(seconds), witness, later)).toBeUndefined();
    }
    const atZero = checkpoint + cosign(text, witness, new Date(0)).line;
    expect(findCosignature(atZero, witness, later)).toBeUndefined();
  });

  it('is the newest, where a witness gave several', () => {
    const [first, second] = [cosign(text, witness, at), cosign(text, witness, later)];

    expect(findCosignature(checkpoint + second.line + first.line, witness, later)).toEqual(second);
  });
});

describe('counting cosignatures', () => {
  const both = checkpoint + line + cosign(text, other, at).line;

  it('counts the named witnesses, each once', () => {
    expect(countCosignatures(both, [witness, other], later)).toBe(2);
    expect(countCosignatures(both, [other], later)).toBe(1);
    expect(countCosignatures(checkpoint + line + line, [witness, witness], later)).toBe(1);
    expect(countCosignatures(both, [], later)).toBe(0);
    expect(countCosignatures('nonsense', [witness], later)).toBe(0);
  });

  it('counts a key under two names once', () => {
    const twin = { ...witness, name: 'witness.example/twin' };

    expect(countCosignatures(checkpoint + line + cosign(text, twin, at).line, [witness, twin], later)).toBe(
      1,
    );
  });

  it('overlooks lines of others, post-quantum ones too', () => {
    const long = signatureLine(other, signatureTypes.note, Buffer.alloc(3000));

    expect(countCosignatures(checkpoint + long + line, [witness], later)).toBe(1);
  });
});
