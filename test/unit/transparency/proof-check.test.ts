import { describe, expect, it } from 'vitest';
import { readProofFile, type ProofFile } from '../../../src/domain/proof-file.ts';
import { cosign } from '../../../src/transparency/cosignature.ts';
import { checkProof, type ProofFindings, type Trusted } from '../../../src/transparency/proof-check.ts';
import { readNote } from '../../../src/transparency/signed-note.ts';
import { bodyOf } from '../../../src/views/body.ts';
import { proofFile } from '../../../src/views/proof-file.ts';
import { offered } from '../../fixtures/answers.ts';
import { aPinnedEntry, readAt, seenOf } from '../../fixtures/pinned.ts';
import { aProof } from '../../fixtures/proven.ts';
import { otherWallet } from '../../fixtures/registrations.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';

const entry = aPinnedEntry();
const [signer, other] = [noteSigner(), noteSigner()];
const [first, second] = [noteSigner('witness.example/1'), noteSigner('witness.example/2')];
const now = readAt;

/** The same file as its reader has it. */
function read(file: object): ProofFile {
  const reading = readProofFile(bodyOf(file));
  if ('fault' in reading) throw new Error(reading.fault);
  return reading.file;
}

const whole = read(aProof(entry, signer));
const note = whole.checkpoint ?? '';
const cosigned = { ...whole, checkpoint: note + cosign(readNote(note)?.text ?? '', first, now).line };
const trusted = { verifier: signer };
const leaf = whole.leaves[0] ?? { index: 0, leaf: '', hashes: [] };

const found = (file: Partial<ProofFile>, by: Trusted = trusted, at = now): ProofFindings =>
  checkProof({ ...whole, ...file }, by, at);

describe('the check of a proof file', () => {
  it('finds that everything holds which the reader can tell', () => {
    expect(found({}, { verifier: signer })).toEqual({
      ...{ terms: true, inclusion: true, signature: true, cosignatures: null },
      ...{ pin: true, amount: true, validity: true },
    });
    expect(found({}, {})).toMatchObject({ signature: null });
  });

  it('proves nothing where no log is kept', () => {
    const file = read(proofFile(entry, seenOf(entry), { leaves: [], checkpoint: null }));

    expect(found(file)).toMatchObject({ terms: null, inclusion: null, signature: null, pin: true });
  });

  it.each<[string, keyof ProofFindings, Partial<ProofFile>]>([
    [
      'another wallet',
      'terms',
      { entry: { ...whole.entry, x402Config: { ...whole.entry.x402Config, paymentAddress: otherWallet } } },
    ],
    [
      'another price',
      'terms',
      { entry: { ...whole.entry, pricing: { currency: 'USDC', pricePerRequest: '0.02' } } },
    ],
    ['another endpoint', 'terms', { entry: { ...whole.entry, endpoint: 'https://other.example.com' } }],
    ['no leaf', 'terms', { leaves: [] }],
    ['a leaf that is no entry', 'terms', { leaves: [{ ...leaf, leaf: 'something' }] }],
    ['no leaf', 'inclusion', { leaves: [] }],
    ['a leaf at another place', 'inclusion', { leaves: [{ ...leaf, index: 4 }] }],
    ['a proof that is too short', 'inclusion', { leaves: [{ ...leaf, hashes: leaf.hashes.slice(1) }] }],
    [
      'a further leaf that is not in the log',
      'inclusion',
      { leaves: [leaf, { ...leaf, leaf: 'something' }] },
    ],
    ['a checkpoint that cannot be read', 'inclusion', { checkpoint: 'a note' }],
    ['another root', 'signature', { checkpoint: note.replace('\n7\n', '\n8\n') }],
    ['another key', 'signature', { checkpoint: aProof(entry, other).checkpoint }],
    [
      'a pin of another endpoint',
      'pin',
      { pin: whole.pin && { ...whole.pin, url: 'https://api.example.com/rain/x' } },
    ],
    ['a pin to another wallet', 'pin', { pin: whole.pin && { ...whole.pin, payTo: otherWallet } }],
    [
      'a pin for ever',
      'validity',
      { pin: whole.pin && { ...whole.pin, validUntil: '2099-01-01T00:00:00.000Z' } },
    ],
  ])('finds %s: %s', (_, check, file) => {
    expect(found(file)[check]).toBe(false);
  });

  it('finds that a pin has ended', () => {
    expect(found({}, trusted, new Date('2026-02-10T04:05:06.000Z')).validity).toBe(true);
    expect(found({}, trusted, new Date('2026-02-10T04:05:06.001Z')).validity).toBe(false);
  });

  it('takes the wallet of a pin in any letter case, on networks where it does not matter', () => {
    expect(found({ pin: whole.pin && { ...whole.pin, payTo: offered.payTo.toLowerCase() } }).pin).toBe(true);
  });

  it('cannot tell whether an amount that was seen is right', () => {
    expect(found({ pin: whole.pin && { ...whole.pin, maxAmount: '10001' } }).amount).toBeNull();
    expect(found({ pin: whole.pin && { ...whole.pin, asset: otherWallet } }).amount).toBeNull();
  });

  it('counts the cosignatures of the named witnesses', () => {
    const witnesses = [first, second];

    expect(found(cosigned, { ...trusted, witnesses, require: 1 })).toMatchObject({
      signature: true,
      cosignatures: true,
    });
    expect(found(cosigned, { ...trusted, witnesses, require: 2 }).cosignatures).toBe(false);
    expect(found({}, { ...trusted, witnesses, require: 1 }).cosignatures).toBe(false);
    expect(found({ checkpoint: null }, { ...trusted, witnesses, require: 1 }).cosignatures).toBe(false);
  });
});
