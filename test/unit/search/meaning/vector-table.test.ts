import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vector } from '../../../../src/search/query/wanted.ts';
import { rounded, VectorTable } from '../../../../src/search/meaning/vector-table.ts';
import { randomNumbers } from '../../../fixtures/meanings.ts';

function tableOf(vectors: readonly Vector[]): VectorTable {
  const table = new VectorTable(vectors[0]?.length ?? 0);
  for (const [key, vector] of vectors.entries()) table.add(key, rounded(vector));
  return table;
}

function cosine(a: Float64Array, b: Float64Array): number {
  const dot = (x: Float64Array, y: Float64Array): number =>
    x.reduce((sum, number, at) => sum + number * (y[at] ?? 0), 0);

  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** The places of the greatest numbers. */
function greatest(numbers: Float64Array, count: number): number[] {
  return [...numbers.keys()].sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0)).slice(0, count);
}

describe('a rounded vector', () => {
  it('has 127 or -127 as its greatest number, and nearly the same direction', () => {
    const numbers = fc.float64Array({ min: -1, max: 1, noNaN: true, minLength: 1, maxLength: 50 });

    fc.assert(
      fc.property(numbers, (vector) => {
        fc.pre(vector.some((number) => Math.abs(number) > 1e-9));
        const short = rounded(vector);

        expect(Math.max(...short.map(Math.abs))).toBe(127);
        expect(cosine(Float64Array.from(short), vector)).toBeGreaterThan(0.99);
      }),
    );
  });

  it('is the same for a vector of another length', () => {
    expect(rounded([0.5, -1, 0.25])).toEqual(Int8Array.of(64, -127, 32));
    expect(rounded([50, -100, 25])).toEqual(Int8Array.of(64, -127, 32));
  });

  it('is zero for zeros', () => {
    expect(rounded([0, 0])).toEqual(Int8Array.of(0, 0));
  });
});

describe('a table of vectors', () => {
  it('finds a vector by the key of its text after tens of thousands were added', () => {
    const random = randomNumbers('keys');
    const keys = Array.from({ length: 45_000 }, () => Math.floor((random() + 1) * 2 ** 52));
    const vectorOf = (key: number): Int8Array => Int8Array.of(key % 127, key % 101, key % 89);
    const table = new VectorTable(3);
    for (const key of keys) table.add(key, vectorOf(key));

    expect(table.count).toBe(45_000);
    const lost = keys.filter((key) => String(table.vector(table.find(key) ?? -1)) !== String(vectorOf(key)));
    expect(lost).toEqual([]);
    expect(table.find(2 ** 53 - 1)).toBeUndefined();
  });

  it('keeps the first of two vectors for one text', () => {
    const table = new VectorTable(2);

    table.add(7, Int8Array.of(1, 2));
    table.add(7, Int8Array.of(3, 4));
    expect(table.count).toBe(1);
    expect(table.vector(0)).toEqual(Int8Array.of(1, 2));
  });

  it('gives cosines between -1 and 1, and 0 where there is no direction', () => {
    const table = tableOf([
      [1, 2],
      [-2, -4],
      [-2, 1],
      [0, 0],
    ]);

    expect([...table.cosines([3, 6])].map((number) => Math.round(number * 100) / 100 + 0)).toEqual([
      1, -1, 0, 0,
    ]);
    expect([...table.cosines([0, 0])].map(Math.abs)).toEqual([0, 0, 0, 0]);
  });

  it('gives the cosines of rounded vectors of any length', () => {
    const numbers = (length: number) =>
      fc.int8Array({ min: -127, max: 127, minLength: length, maxLength: length });
    const given = fc
      .integer({ min: 1, max: 70 })
      .chain((length) =>
        fc.tuple(numbers(length), fc.array(numbers(length), { minLength: 1, maxLength: 9 })),
      );

    fc.assert(
      fc.property(given, ([query, vectors]) => {
        const asked = Float64Array.from(rounded(query));
        const naive = vectors.map((each) => cosine(Float64Array.from(rounded(each)), asked) || 0);

        for (const [row, found] of tableOf(vectors).cosines(query).entries()) {
          expect(found).toBeCloseTo(naive[row] ?? 0, 12);
        }
      }),
    );
  });

  it.each([
    ['random', 0],
    ['clustered', 40],
  ])('finds at least 95 of the 100 nearest of 2,000 %s vectors', (kind, clusters) => {
    const random = randomNumbers(kind);
    const numbers = (): Float64Array => Float64Array.from({ length: 96 }, random);
    const middles = Array.from({ length: clusters }, numbers);
    const vector = (at: number): Float64Array => {
      const middle = clusters > 0 ? middles[at % clusters] : undefined;
      return numbers().map((number, i) => (middle ? (middle[i] ?? 0) + number / 2 : number));
    };
    const vectors = Array.from({ length: 2_000 }, (_, at) => vector(at));
    const table = tableOf(vectors);

    const queries = Array.from({ length: 10 }, (_, at) => vector(at));
    const found = queries.flatMap((query) => {
      const exact = new Set(
        greatest(
          Float64Array.from(vectors, (each) => cosine(each, query)),
          100,
        ),
      );
      return greatest(table.cosines(query), 100).filter((row) => exact.has(row));
    });
    expect(found.length / (100 * queries.length)).toBeGreaterThanOrEqual(0.95);
  });
});
