import { createHash } from 'node:crypto';

/** The bytes of a hash: SHA-256. */
export const hashBytes = 32;

export const emptyRoot: Buffer = createHash('sha256').digest();

/** The hash of a leaf, as RFC 6962, section 2.1 defines it. */
export function leafHash(entry: string | Uint8Array): Buffer {
  return createHash('sha256').update(leafPrefix).update(entry).digest();
}

/** The hash of the node above two others, likewise. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(nodePrefix).update(left).update(right).digest();
}

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** Gives the root of the leaves from `start` to `end`, which is not one of them. */
export type RootOf = (start: number, end: number) => Buffer;

/** The proof that a leaf is in a tree: the hashes beside its way to the root, from below. RFC 9162, section 2.1.3.1. */
export function inclusionProof(index: number, size: number, rootOf: RootOf): Buffer[] {
  if (!isIndex(index, size)) throw new RangeError('there is no such leaf');
  const path: Buffer[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push(rootOf(middle, end));
      end = middle;
    } else {
      path.push(rootOf(start, middle));
      start = middle;
    }
  }
  return path.reverse();
}

/** Whether a proof shows that a leaf is in the tree with this root. RFC 9162, section 2.1.3.2. */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  { size, root }: Tree,
  proof: readonly Uint8Array[],
): boolean {
  if (!isIndex(index, size)) return false;

  let [node, last] = [index, size - 1];
  let hash: Buffer = Buffer.from(leaf);
  for (const beside of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(beside, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHash(hash, beside);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

/** A tree as a checkpoint names it. */
export interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
}

/** The proof that a tree begins with all leaves of an older one. RFC 9162, section 2.1.4.1. */
export function consistencyProof(older: number, size: number, rootOf: RootOf): Buffer[] {
  if (older < 0 || older > size) throw new RangeError('the older tree is not the smaller one');
  const proof: Buffer[] = [];
  if (older === 0 || older === size) return proof;

  let [start, end, isWhole] = [0, size, true];
  while (older !== end) {
    const middle = start + splitOf(end - start);
    if (older <= middle) {
      proof.push(rootOf(middle, end));
      end = middle;
    } else {
      proof.push(rootOf(start, middle));
      [start, isWhole] = [middle, false];
    }
  }
  if (!isWhole) proof.push(rootOf(start, end));
  return proof.reverse();
}

/** Whether a proof shows that a tree begins with all leaves of an older one. RFC 9162, section 2.1.4.2. */
export function isConsistent(older: Tree, newer: Tree, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === 0) return proof.length === 0;
  if (older.size === newer.size) return proof.length === 0 && Buffer.from(older.root).equals(newer.root);

  const isPowerOfTwo = splitOf(older.size * 2) === older.size;
  const path = isPowerOfTwo ? [older.root, ...proof] : proof;
  const [first] = path;
  if (!first || proof.length === 0) return false;

  let [node, last] = [older.size - 1, newer.size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  let [old, now]: [Buffer, Buffer] = [Buffer.from(first), Buffer.from(first)];
  for (const beside of path.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [old, now] = [nodeHash(beside, old), nodeHash(beside, now)];
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      now = nodeHash(now, beside);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && old.equals(older.root) && now.equals(newer.root);
}

function isIndex(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
}

/** The largest power of two below `size`, which is at least 2: where RFC 6962 divides a tree. Exact for every safe integer, unlike a logarithm. */
export function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
