import { readFile } from 'node:fs/promises';
import { compile } from 'watr';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kernel, Rows } from '../../../../src/search/meaning/dot-products.ts';
import { randomNumbers } from '../../../fixtures/meanings.ts';

/** Whole numbers from -127 to 127. */
function randomRow(length: number, random: () => number): Int8Array {
  return Int8Array.from({ length }, () => Math.round(127 * random()));
}

function product(a: Int8Array, b: Int8Array): number {
  return a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);
}

function rowsOf(vectors: readonly Int8Array[], length: number): Rows {
  const rows = new Rows(length);
  for (const [row, vector] of vectors.entries()) rows.set(row, vector);
  return rows;
}

describe('dot products', () => {
  it('equal those of plain JavaScript, for rows of any length', () => {
    const numbers = (length: number) =>
      fc.int8Array({ min: -127, max: 127, minLength: length, maxLength: length });
    const given = fc
      .integer({ min: 1, max: 70 })
      .chain((length) => fc.tuple(numbers(length), fc.array(numbers(length), { maxLength: 9 })));

    fc.assert(
      fc.property(given, ([query, vectors]) => {
        const products = rowsOf(vectors, query.length).products(query, vectors.length);

        expect([...products]).toEqual(vectors.map((vector) => product(vector, query)));
      }),
    );
  });

  it('are exact for the greatest numbers', () => {
    const [most, least] = [new Int8Array(1_024).fill(127), new Int8Array(1_024).fill(-127)];

    expect([...rowsOf([most, least], 1_024).products(most, 2)]).toEqual([
      127 ** 2 * 1_024,
      -(127 ** 2) * 1_024,
    ]);
  });

  it('are the same after the rows have outgrown their memory, and for more rows than fit one block', () => {
    const random = randomNumbers('rows');
    const vectors = Array.from({ length: 9_001 }, () => randomRow(37, random));
    const query = randomRow(37, random);

    const products = rowsOf(vectors, 37).products(query, vectors.length);
    expect([...products]).toEqual(vectors.map((vector) => product(vector, query)));
  });

  it('belong to one query each', () => {
    const rows = rowsOf([Int8Array.of(1, 2, 3), Int8Array.of(4, 5, 6)], 3);
    const first = rows.products(Int8Array.of(1, 0, 0), 2);

    expect([...rows.products(Int8Array.of(0, 0, 1), 2)]).toEqual([3, 6]);
    expect([...first]).toEqual([1, 4]);
  });

  it('are none when no row is asked for', () => {
    expect(new Rows(384).products(new Int8Array(384), 0)).toHaveLength(0);
  });
});

describe('rows', () => {
  it('are kept as they were written while others come', () => {
    const random = randomNumbers('kept');
    const vectors = Array.from({ length: 3_000 }, () => randomRow(50, random));
    const rows = rowsOf(vectors, 50);

    expect(vectors.filter((vector, row) => String(rows.get(row)) !== String(vector))).toEqual([]);
  });
});

it('is computed by the kernel that stands beside it as text', async () => {
  const text = await readFile(
    new URL('../../../../src/search/meaning/dot-products.wat', import.meta.url),
    'utf8',
  );

  expect(Uint8Array.from(compile(text))).toEqual(kernel);
});
