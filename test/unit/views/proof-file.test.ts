import { describe, expect, it } from 'vitest';
import { noOutcomes } from '../../../src/domain/outcome.ts';
import { maxProofBytes } from '../../../src/domain/proof-file.ts';
import { bodyOf } from '../../../src/views/body.ts';
import { ProofFile, proofFile } from '../../../src/views/proof-file.ts';
import { serviceView } from '../../../src/views/service.ts';
import { aPinnedEntry, seenOf } from '../../fixtures/pinned.ts';

const entry = aPinnedEntry();
const hash = Buffer.alloc(32, 255).toString('base64');
const line = `tollbook/1 2026-01-31T12:00:00.000Z ${'a'.repeat(64)} ${'b'.repeat(64)}`;
const leafAt = (index: number, hashes = 20) => ({
  index,
  leaf: line,
  hashes: Array<string>(hashes).fill(hash),
});
const signature = `${'A'.repeat(90)}==`;
const note = (...names: string[]): string =>
  `catalog.example.com/log\n9\n${hash}\n\n${names.map((name) => `— ${name} ${signature}\n`).join('')}`;
const proven = { leaves: [leafAt(7)], checkpoint: note('catalog.example.com/log') };

const bytesOf = (file: ProofFile): number => Buffer.byteLength(bodyOf(file));

/** The largest service that there can be: four bytes for each character, and all chains that are known. */
const largest = aPinnedEntry({
  name: '𝄞'.repeat(255),
  description: '𝄞'.repeat(2000),
  endpoint: `https://api.example.com/${'a'.repeat(2024)}`,
});
const everyChain = Array.from({ length: 64 }, (_, i) => `arbitrum-sepolia-${String(i)}`);
const widest = { ...largest, observed: { ...largest.observed, chains: everyChain } };
const witnesses = Array.from({ length: 15 }, (_, i) => `${'w'.repeat(250)}${String(i)}`);

describe('a proof file', () => {
  it('holds the service, its pin, its outcomes, its leaves and the checkpoint', () => {
    const file = proofFile(entry, seenOf(entry), proven);

    expect(ProofFile.parse(file)).toEqual({
      version: 'proof/1',
      entry: serviceView(entry),
      pin: expect.objectContaining({ maxAmount: '10000' }) as unknown,
      outcomes: noOutcomes,
      ...proven,
    });
    expect(bytesOf(file)).toBeLessThan(3000);
  });

  it('has no leaf and no checkpoint where no log is kept', () => {
    const file = proofFile(entry, seenOf(entry), { leaves: [], checkpoint: null });

    expect(file).toMatchObject({ leaves: [], checkpoint: null });
  });

  it('cuts the description of a large service, and nothing else', () => {
    const { description, ...others } = proofFile(largest, seenOf(largest), {
      leaves: [],
      checkpoint: null,
    }).entry;
    const { description: whole, ...same } = serviceView(largest);

    expect(others).toEqual(same);
    expect(description).toMatch(/^𝄞+…$/u);
    expect(whole.startsWith(description.slice(0, -1))).toBe(true);
  });

  it('takes at most 8 kB for the largest service in a log of sixteen million entries with fifteen witnesses', () => {
    const leaves = [leafAt(7, 24), leafAt(8, 24), leafAt(9, 24)];
    const checkpoint = note('catalog.example.com/log', ...witnesses);
    const file = proofFile(widest, seenOf(widest), { leaves, checkpoint });

    expect(bytesOf(file)).toBeLessThanOrEqual(maxProofBytes);
    expect(ProofFile.parse(file).leaves).toEqual([leafAt(7, 24)]);
    expect(file.entry.endpoint).toBe(widest.declared.endpoint);
    expect(checkpoint.startsWith(file.checkpoint ?? '?')).toBe(true);
    expect(file.checkpoint).toContain('— catalog.example.com/log ');
  });

  it('takes as many further leaves as there is room for', () => {
    const leaves = Array.from({ length: 20 }, (_, index) => leafAt(index));
    const file = proofFile(entry, seenOf(entry), { ...proven, leaves });

    expect(file.leaves).toEqual(leaves.slice(0, file.leaves.length));
    expect(file.leaves.length).toBeGreaterThan(3);
    expect(bytesOf(file)).toBeGreaterThan(maxProofBytes - 1200);
    expect(bytesOf(file)).toBeLessThanOrEqual(maxProofBytes);
    expect(file.entry).toEqual(serviceView(entry));
  });
});
