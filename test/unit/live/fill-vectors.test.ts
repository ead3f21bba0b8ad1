import { beforeEach, describe, expect, it } from 'vitest';
import { fillVectors, useStoredVectors } from '../../../src/live/fill-vectors.ts';
import { meaningKey, meaningText } from '../../../src/search/meaning/meaning-text.ts';
import { Search } from '../../../src/search/search.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { MemoryVectors, TestModel } from '../../support/test-model.ts';

/** More services than are stored at once. */
const services = Array.from({ length: 40 }, (_, i) =>
  anEntry({ name: `Service ${String(i)}`, endpoint: `https://service-${String(i)}.example.com` }),
);
const texts = services.map(({ declared }) => meaningText(declared));

let search: Search;
let model: TestModel;
let vectors: MemoryVectors;

beforeEach(() => {
  search = new Search(aSnapshot(services));
  model = new TestModel();
  vectors = new MemoryVectors();
});

/** Fills the search, and gives how many vectors were made. */
async function fill(signal = new AbortController().signal): Promise<number> {
  let made = 0;
  await fillVectors({ search, model, vectors, done: () => (made += 1), signal });
  return made;
}

const missing = async (): Promise<number> => (await search.missingVectors(Infinity)).length;

describe('filling in vectors', () => {
  it('makes, stores and counts one for every service', async () => {
    expect(await fill()).toBe(services.length);

    expect(await missing()).toBe(0);
    expect(model.asked.sort()).toEqual(texts.sort());
    expect(vectors.keys.sort()).toEqual(texts.map((text) => meaningKey(text)).sort());
    expect(vectors.portions.length).toBeGreaterThan(1);
  });

  it('makes none where none is missing', async () => {
    await fill();

    expect(await fill()).toBe(0);
    expect(model.asked).toHaveLength(services.length);
  });

  it('makes one for all services with the same text', async () => {
    const twins = ['a', 'b', 'c'].map((host) =>
      anEntry({ name: 'Twin', endpoint: `https://${host}.example.com` }),
    );
    search = new Search(aSnapshot(twins));
    expect(await missing()).toBe(1);

    expect(await fill()).toBe(1);
    expect(await missing()).toBe(0);
    expect(vectors.keys).toHaveLength(1);
  });

  it('does not do again what was stored before an interruption', async () => {
    const stopping = new AbortController();
    const append = vectors.append.bind(vectors);
    vectors.append = async (made) => {
      await append(made);
      stopping.abort();
    };
    const first = await fill(stopping.signal);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(services.length);

    search = new Search(aSnapshot(services));
    await useStoredVectors(search, vectors);
    expect(await missing()).toBe(services.length - first);
    expect(await fill()).toBe(services.length - first);
    expect(new Set(model.asked).size).toBe(model.asked.length);
  });

  it('uses vectors at once, even while they cannot be stored', async () => {
    vectors.failure = new Error('the disk is full');

    await expect(fill()).rejects.toThrow('the disk is full');
    expect(await missing()).toBeLessThan(services.length);
  });
});

describe('stored vectors', () => {
  it('are given back to the same services', async () => {
    await fill();
    const before = await search.usedVectors();

    search = new Search(aSnapshot([...services].reverse()));
    await useStoredVectors(search, vectors);
    expect(await missing()).toBe(0);
    expect(await search.usedVectors()).toEqual(expect.arrayContaining(before));
  });

  it('of a model of the same name with other dimensions are not taken, and all are made again', async () => {
    await fill();
    search = new Search(aSnapshot(services));
    model = new TestModel(3);
    await useStoredVectors(search, vectors, model.dimensions);

    expect(await fill()).toBe(services.length);
    for (const { vector } of await search.usedVectors()) expect(vector).toHaveLength(3);
  });

  it('are dropped once far more are of no use than are of use', async () => {
    await fill();
    const used = vectors.keys;
    const unused = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ key: -1 - i, vector: Int8Array.of(127, 0) }));

    vectors.portions.unshift(unused(10_000));
    await useStoredVectors(search, vectors);
    expect(vectors.keys).toHaveLength(10_000 + used.length);

    vectors.portions.push(unused(10_001).slice(-1));
    await useStoredVectors(search, vectors);
    expect(vectors.keys.sort()).toEqual(used.sort());
    expect(await missing()).toBe(0);
  });
});
