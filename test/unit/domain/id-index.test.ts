import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdIndex } from '../../../src/domain/id-index.ts';
import { hashOf } from '../../../src/domain/persistent-map.ts';

const keys = [undefined, 'acme', '__proto__', 'constructor', ''];
const steps = fc.array(
  fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), to: fc.constantFrom(...keys) }), {
    selector: ({ id }) => id,
  }),
  { maxLength: 20 },
);

describe('an index of ids', () => {
  it('has each id where it moved last', () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const keyOf = new Map<string, string | undefined>();
        let index = IdIndex.of([]);
        for (const step of moves) {
          index = index.after(step.map(({ id, to }) => ({ id, from: keyOf.get(id), to })));
          for (const { id, to } of step) keyOf.set(id, to);

          for (const key of keys) {
            const ids = [...keyOf].filter(([, own]) => own !== undefined && own === key).map(([id]) => id);
            expect([...index.get(key ?? 'none')].sort()).toEqual(ids.sort());
          }
        }
      }),
    );
  });

  it('names the keys that several ids share, those that have one hash with others among them', () => {
    const sameHash = ['costarring', 'liquid'];
    const members = [...sameHash, 'acme', 'acme', 'other'].map(
      (key, at) => [key, `id-${String(at)}`] as const,
    );
    const index = IdIndex.of(members);

    expect(new Set(sameHash.map(hashOf)).size).toBe(1);
    expect([...index.shared()]).toEqual(['acme']);
    const moved = index.after([{ id: 'id-4', from: 'other', to: 'liquid' }]);
    expect([...moved.shared()].sort()).toEqual(['acme', 'liquid']);
  });

  it('does not change when others are made of it', () => {
    const index = IdIndex.of([['acme', 'a']]);
    index.after([{ id: 'a', from: 'acme', to: 'other' }]);

    expect(index.get('acme')).toEqual(['a']);
    expect(index.get('other')).toEqual([]);
  });

  it('stays itself where nothing moves', () => {
    const index = IdIndex.of([['acme', 'a']]);

    expect(index.after([{ id: 'a', from: 'acme', to: 'acme' }])).toBe(index);
  });
});
