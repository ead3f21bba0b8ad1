import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersistentMap } from '../../../src/domain/persistent-map.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

const keys = fc.oneof(
  fc.constantFrom('', 'a', 'b', '__proto__', 'constructor', 'toString'),
  fc.string({ maxLength: 3 }),
);
const steps = fc.array(
  fc.oneof(
    fc.record({ with: fc.array(fc.tuple(keys, fc.nat()), { maxLength: 5 }) }),
    fc.record({ without: fc.array(keys, { maxLength: 5 }) }),
  ),
  { maxLength: 20 },
);

/** Everything observable about a map. */
function contentOf(map: PersistentMap<number>, all: Iterable<string>): unknown {
  return {
    size: map.size,
    values: [...map.values()].sort(),
    found: [...all].map((key) => [map.get(key), map.has(key)]),
  };
}

function contentOfModel(model: ReadonlyMap<string, number>, all: Iterable<string>): unknown {
  return {
    size: model.size,
    values: [...model.values()].sort(),
    found: [...all].map((key) => [model.get(key), model.has(key)]),
  };
}

describe('PersistentMap', () => {
  it('behaves like a Map after any sequence of operations', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.nat())), steps, (first, changes) => {
        const model = new Map(first);
        let map = PersistentMap.from(first);
        const all = new Set(['a', 'missing', ...first.map(([key]) => key)]);

        for (const change of changes) {
          if ('with' in change) {
            map = map.with(change.with);
            for (const [key, value] of change.with) model.set(key, value);
            for (const [key] of change.with) all.add(key);
          } else {
            map = map.without(change.without);
            for (const key of change.without) model.delete(key);
          }
          expect(contentOf(map, all)).toEqual(contentOfModel(model, all));
        }
      }),
    );
  });

  it('never changes an existing map', () => {
    fc.assert(
      fc.property(steps, (changes) => {
        const earlierMaps: [PersistentMap<number>, unknown][] = [];
        let map = PersistentMap.from([['a', 1]]);

        for (const change of changes) {
          earlierMaps.push([map, contentOf(map, ['a', 'b', ''])]);
          map = 'with' in change ? map.with(change.with) : map.without(change.without);
        }
        for (const [earlier, content] of earlierMaps) {
          expect(contentOf(earlier, ['a', 'b', ''])).toEqual(content);
        }
      }),
    );
  });

  it('shares unchanged values between maps', () => {
    const value = { deep: true };
    const map = PersistentMap.from([['a', value]])
      .with([['b', { deep: false }]])
      .without(['b']);

    expect(map.get('a')).toBe(value);
    expect(map.size).toBe(1);
  });

  it('holds many entries', () => {
    const map = PersistentMap.from(
      Array.from({ length: 20_000 }, (_, i) => [`service-${String(i)}`, i] as const),
    );

    expect(map.size).toBe(20_000);
    expect(map.get('service-19999')).toBe(19_999);
    expect(new Set(map.values()).size).toBe(20_000);
  });

  it('takes little memory while it holds little', () => {
    const few = Array.from({ length: 10 }, (_, i) => [`key-${i}`, i] as const);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const maps = Array.from({ length: 100 }, () => [
      PersistentMap.from(few),
      PersistentMap.from(few).with([['key-1', -1]]),
    ]);
    collectGarbage();

    expect((process.memoryUsage().heapUsed - before) / maps.flat().length).toBeLessThan(50_000);
  });

  it('keeps nothing of the maps that it was made from', async () => {
    let map = PersistentMap.from(Array.from({ length: 100 }, (_, i) => [`key-${i}`, {}] as const));
    const former: WeakRef<object>[] = [];
    for (let i = 0; i < 100; i += 1) {
      former.push(new WeakRef(map));
      map = map.with([[`key-${i}`, {}]]);
    }
    // On a busy machine, one collection did not always take all of them.
    const alive = (): number => {
      collectGarbage();
      return former.filter((ref) => ref.deref() !== undefined).length;
    };

    await expect.poll(alive).toBe(0);
    expect(map.size).toBe(100);
  });
});
