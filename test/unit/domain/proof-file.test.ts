import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxReadBytes, readProofFile } from '../../../src/domain/proof-file.ts';
import { bodyOf } from '../../../src/views/body.ts';
import { proofFile } from '../../../src/views/proof-file.ts';
import { aPinnedEntry, seenOf } from '../../fixtures/pinned.ts';

const entry = aPinnedEntry();
const hash = Buffer.alloc(32, 1).toString('base64');
const whole = proofFile(entry, seenOf(entry), {
  leaves: [{ index: 0, leaf: 'a line', hashes: [hash] }],
  checkpoint: 'a note',
});

describe('a proof file that is read', () => {
  it('is what a catalog writes, with members that it may add', () => {
    const { pin, leaves, checkpoint } = whole;

    expect(readProofFile(bodyOf({ ...whole, further: 1 }))).toMatchObject({
      file: { pin, leaves, checkpoint },
    });
    expect(readProofFile(JSON.stringify(whole, null, 2))).toHaveProperty('file');
  });

  it.each([
    ['', 'it is not JSON'],
    ['[]', 'it holds no JSON object'],
    ['{"version":"proof/1","version":"proof/1"}', 'stands twice'],
    [bodyOf({ ...whole, version: 'proof/2' }), '"version" is missing or wrong'],
    [bodyOf({ ...whole, pin: { ...whole.pin, maxAmount: '-1' } }), '"pin.maxAmount" is missing or wrong'],
    [
      bodyOf({ ...whole, leaves: [{ index: -1, leaf: '', hashes: [] }] }),
      '"leaves.0.index" is missing or wrong',
    ],
    [bodyOf({ ...whole, leaves: [{ index: 0, leaf: '', hashes: ['AA=='] }] }), '"leaves.0.hashes.0"'],
    [bodyOf({ ...whole, entry: { ...whole.entry, id: '../..' } }), '"entry.id" is missing or wrong'],
    [' '.repeat(maxReadBytes + 1), 'it has more than 32000 characters'],
    ['['.repeat(1000), 'nested'],
  ])('is refused with the reason: %.60s', (text, reason) => {
    expect(readProofFile(text)).toEqual({ fault: expect.stringContaining(reason) as unknown });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readProofFile(text)).toHaveProperty('fault');
      }),
    );
  });
});
