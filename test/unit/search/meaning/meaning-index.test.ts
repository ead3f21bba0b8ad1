import { describe, expect, it } from 'vitest';
import { MeaningIndex } from '../../../../src/search/meaning/meaning-index.ts';

/** Services at the places 0, 1, …, each with the text of its key. */
function indexOf(keys: readonly number[]): MeaningIndex {
  const index = new MeaningIndex();
  for (const [place, key] of keys.entries()) index.put(place, { key, text: `text ${String(key)}` });
  return index;
}

const vector = (key: number, ...numbers: number[]) => ({ key, vector: Int8Array.from(numbers) });

const [north, east, northEast] = [
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

describe('vectors', () => {
  it('are missing and in use once for all services with the same text', () => {
    const index = indexOf([7, 8, 7]);
    expect(index.missing(9).map(({ key }) => key)).toEqual([7, 8]);
    expect(index.missing(1)).toHaveLength(1);

    index.add([vector(7, 127, 0)]);
    expect(index.missing(9)).toEqual([{ key: 8, text: 'text 8' }]);
    expect(index.used()).toEqual([vector(7, 127, 0)]);
    expect([index.services, index.withVector]).toEqual([3, 2]);
  });

  it('that are known already are those of a service that comes later', () => {
    const index = indexOf([7]);
    index.add([vector(7, 127, 0), vector(8, 0, 127)]);

    index.put(1, { key: 8, text: 'text 8' });
    expect(index.missing(9)).toEqual([]);
    index.remove(0);
    expect(index.used()).toEqual([vector(8, 0, 127)]);
  });

  it('of another length take the place of all before', () => {
    const index = indexOf([7, 8]);
    index.add([vector(7, 127, 0), vector(8, 0, 127)]);
    index.add([vector(8, 0, 127, 0)]);

    expect(index.missing(9).map(({ key }) => key)).toEqual([7]);
    expect(index.used()).toEqual([vector(8, 0, 127, 0)]);
  });

  it('count once nine services in ten have one', () => {
    const keys = Array.from({ length: 10 }, (_, key) => key);
    const index = indexOf(keys);
    const vectors = keys.map((key) => vector(key, 127, key));

    index.add(vectors.slice(0, 8));
    expect(index.isUsable).toBe(false);
    index.add(vectors.slice(8, 9));
    expect(index.isUsable).toBe(true);
  });
});

describe('the score by meaning', () => {
  const index = indexOf([1, 2, 3, 4]);
  index.add([vector(1, 0, 127), vector(2, 90, 90), vector(3, 127, 0)]);
  const score = (direction: readonly number[], more: object = {}, found = new Map<number, number>()) =>
    index.score({ direction, weight: 1, ...more }, found);

  it('is 1 for the nearest service, less for those less near, and none far away or without a vector', () => {
    const scores = score(north);

    expect(scores).toEqual(
      new Map([
        [0, 1],
        [1, expect.any(Number)],
      ]),
    );
    expect(new Map(scores as Map<number, number>).get(1)).toBeLessThan(1);
    expect(score(northEast)).toEqual(
      new Map([
        [0, expect.any(Number)],
        [1, 1],
        [2, expect.any(Number)],
      ]),
    );
  });

  it('is nonsense when not even the nearest is near enough', () => {
    expect(score([-1, 1], { least: 0.99 })).toBe('nonsense');
    expect(score(north, { least: 0.99 })).not.toBe('nonsense');
  });

  it('only reorders what the words found, where that is enough', () => {
    const found = new Map([
      [1, 5],
      [3, 5],
    ]);

    expect(score(north, { fills: 2 }, found)).toEqual(new Map([[1, 1]]));
    expect([...(score(north, { fills: 3 }, found) as Map<number, number>).keys()]).toEqual([0, 1]);
  });

  it('goes by the middle of the nearest services, too, where the direction may be turned', () => {
    const many = indexOf([1, 2, 3, 4, 5, 6]);
    many.add([...[1, 2, 3, 4, 5].map((key) => vector(key, 40, 120 - key)), vector(6, -40, 120)]);
    const [plain, turned] = [undefined, true as const].map((isTurned) =>
      many.score({ direction: north, weight: 1, ...(isTurned && { turned: isTurned }) }, new Map()),
    ) as [Map<number, number>, Map<number, number>];

    expect(turned.get(5) ?? 0).toBeLessThan(plain.get(5) ?? 0);
  });
});

/** Services that hold a word equally well. */
function equally(places: readonly number[]): Map<number, number> {
  return new Map(places.map((place) => [place, 1]));
}

describe('the middle of services', () => {
  it('is the direction of their vectors together, and of those that have one', () => {
    const index = indexOf([1, 2, 3]);
    expect(index.middleOf(equally([0, 1]))).toBeUndefined();

    index.add([vector(1, 0, 127), vector(2, 127, 0)]);
    expect(Array.from(index.middleOf(equally([0, 1])) ?? [], (number) => number.toFixed(9))).toEqual(
      Array(2).fill(Math.SQRT1_2.toFixed(9)),
    );
    expect(index.middleOf(equally([0, 2]))).toEqual(Float64Array.of(...north));
    expect(index.middleOf(equally([1]))).toEqual(Float64Array.of(...east));
    expect(index.middleOf(equally([2]))).toBeUndefined();
  });
});
