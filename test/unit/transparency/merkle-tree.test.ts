import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  emptyRoot,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
} from '../../../src/transparency/merkle-tree.ts';
import { TileTree } from '../../../src/transparency/tiles.ts';

/** The leaves of the test vectors that implementations of RFC 6962 share. */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));

/** The roots of the first 0, 1, 2 … of them. */
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const hex = (hashes: readonly Uint8Array[]): string[] =>
  hashes.map((hash) => Buffer.from(hash).toString('hex'));

function treeOf(entries: readonly Uint8Array[]): TileTree {
  const tree = new TileTree();
  for (const entry of entries) tree.append(leafHash(entry));
  return tree;
}

/** The definition of RFC 6962, section 2.1, word by word. */
function definedRoot(entries: readonly Uint8Array[]): Buffer {
  if (entries.length === 0) return emptyRoot;
  if (entries.length === 1) return leafHash(entries[0] ?? '');
  let split = 1;
  while (split * 2 < entries.length) split *= 2;
  return nodeHash(definedRoot(entries.slice(0, split)), definedRoot(entries.slice(split)));
}

const numbered = (count: number): Buffer[] => Array.from({ length: count }, (_, i) => Buffer.from(String(i)));

describe('the tree of RFC 6962', () => {
  it('has the roots of the known vectors', () => {
    expect(roots.map((_, size) => treeOf(leaves.slice(0, size)).root().toString('hex'))).toEqual(roots);
    expect(roots.map((_, size) => treeOf(leaves).root(size).toString('hex'))).toEqual(roots);
  });

  it('gives the known proofs of inclusion', () => {
    const tree = treeOf(leaves);
    const proof = (index: number, size: number): string[] =>
      hex(inclusionProof(index, size, (from, to) => tree.rootOf(from, to)));

    expect(proof(0, 1)).toEqual([]);
    expect(proof(0, 8)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(proof(5, 8)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(proof(2, 3)).toEqual(['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']);
  });

  it('gives the known proofs of consistency', () => {
    const tree = treeOf(leaves);
    const proof = (older: number, size: number): string[] =>
      hex(consistencyProof(older, size, (from, to) => tree.rootOf(from, to)));

    expect(proof(1, 1)).toEqual([]);
    expect(proof(1, 8)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(proof(6, 8)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(proof(2, 5)).toEqual([
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ]);
  });

  it('has the root that the definition gives, for every size', () => {
    const entries = numbered(600);
    const tree = treeOf(entries);

    for (let size = 0; size <= entries.length; size += size < 40 ? 1 : 37) {
      const defined = definedRoot(entries.slice(0, size));
      expect(tree.root(size)).toEqual(defined);
      expect(treeOf(entries.slice(0, size)).root()).toEqual(defined);
    }
  });
});

const size = 700;
const tree = treeOf(numbered(size));
const rootOf = (from: number, to: number): Buffer => tree.rootOf(from, to);
const sizes = fc.integer({ min: 1, max: size });

describe('proofs', () => {
  it('divide a tree exactly, however large', () => {
    const large = 2 ** 49;
    const ranges: [number, number][] = [];
    inclusionProof(large, large + 1, (from, to) => {
      ranges.push([from, to]);
      return emptyRoot;
    });

    expect(ranges).toEqual([[0, large]]);
  });

  it('show that each leaf is in every tree that has it, and no other leaf', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (count, i, j) => {
        const [index, other] = [i % count, j % count];
        const whole = { size: count, root: tree.root(count) };
        const proof = inclusionProof(index, count, rootOf);

        expect(isIncluded(leafHash(String(index)), index, whole, proof)).toBe(true);
        expect(isIncluded(leafHash('another'), index, whole, proof)).toBe(false);
        if (other !== index) expect(isIncluded(leafHash(String(index)), other, whole, proof)).toBe(false);
        expect(isIncluded(leafHash(String(index)), index, whole, [...proof, emptyRoot])).toBe(false);
        if (proof.length > 0) {
          expect(isIncluded(leafHash(String(index)), index, whole, proof.slice(1))).toBe(false);
        }
      }),
    );
  });

  it('show that each tree begins with every smaller one, and with no other', () => {
    fc.assert(
      fc.property(sizes, sizes, (a, b) => {
        const [older, newer] = a < b ? [a, b] : [b, a];
        const proof = consistencyProof(older, newer, rootOf);
        const [before, after] = [older, newer].map((count) => ({ size: count, root: tree.root(count) }));
        if (!before || !after) return;

        expect(isConsistent(before, after, proof)).toBe(true);
        expect(isConsistent({ ...before, root: leafHash('fork') }, after, proof)).toBe(false);
        expect(isConsistent(before, { ...after, root: leafHash('fork') }, proof)).toBe(false);
        expect(isConsistent(before, after, [...proof, emptyRoot])).toBe(false);
        if (older < newer) expect(isConsistent(after, before, proof)).toBe(false);
        if (proof.length > 0) expect(isConsistent(before, after, proof.slice(1))).toBe(false);
      }),
    );
  });

  it('need nothing for the empty tree', () => {
    const after = { size: 5, root: tree.root(5) };

    expect(isConsistent({ size: 0, root: emptyRoot }, after, [])).toBe(true);
    expect(isConsistent({ size: 0, root: emptyRoot }, after, [emptyRoot])).toBe(false);
    expect(isIncluded(leafHash('0'), 0, { size: 0, root: emptyRoot }, [])).toBe(false);
  });
});
