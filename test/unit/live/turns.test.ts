import { describe, expect, it } from 'vitest';
import { inSlices, Turns } from '../../../src/live/turns.ts';

/** In which turn of the event loop each work does its slices. */
async function follow(works: number, slices: number): Promise<number[][]> {
  const turns = new Turns();
  let turn = 0;
  let isDone = false;
  const count = (): void => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);

  const work = async (): Promise<number[]> => {
    const had: number[] = [];
    for (let slice = 0; slice < slices; slice += 1) {
      await turns.next();
      had.push(turn);
    }
    return had;
  };
  const had = await Promise.all(Array.from({ length: works }, work));
  isDone = true;
  return had;
}

describe('work in slices', () => {
  it('does one slice per turn of the event loop, however many works there are', async () => {
    const had = (await follow(5, 20)).flat();

    expect(new Set(had).size).toBe(100);
  });

  it('gives every work its turn before any has another', async () => {
    const had = await follow(3, 10);

    for (const [slice, first] of (had[0] ?? []).entries()) {
      for (const other of had) expect(other[slice] ?? 0).toBeLessThan(first + 3);
    }
  });
});

describe('a text in slices', () => {
  const pieces = Array.from({ length: 1_000 }, (_, i) => `${String(i).repeat(100)}\n`);

  async function read(given: Iterable<string>): Promise<string[]> {
    const slices: string[] = [];
    for await (const slice of inSlices(given, new Turns())) slices.push(slice);
    return slices;
  }

  it('is the whole text, always in the same slices', async () => {
    const slices = await read(pieces);

    expect(slices.length).toBeGreaterThan(2);
    expect(slices.join('')).toBe(pieces.join(''));
    expect(await read(pieces)).toEqual(slices);
    expect(await read([])).toEqual([]);
  });

  it('is made no further than it is read', async () => {
    let made = 0;
    function* counted(): Generator<string> {
      for (const piece of pieces) {
        made += 1;
        yield piece;
      }
    }

    for await (const slice of inSlices(counted(), new Turns())) {
      expect(slice.split('\n')).toHaveLength(made + 1);
      break;
    }
    expect(made).toBeLessThan(pieces.length);
  });
});
