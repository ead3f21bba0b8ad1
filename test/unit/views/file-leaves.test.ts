import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedLeaves } from '../../../src/domain/leaves.ts';
import { printServiceFile } from '../../../src/domain/service-file.ts';
import { leavesOf } from '../../../src/views/file-leaves.ts';
import { services } from '../../fixtures/arbitraries.ts';
import { aService } from '../../fixtures/services.ts';

const leaves = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(leavesOf(JSON.stringify(value)));

/** Makes the changes to what was there before; null stands for nothing. */
function apply(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) {
  const made = new Map(before);
  for (const { pointer, before: old, after: now } of changedLeaves(before, after)) {
    expect(old).toEqual(before.get(pointer) ?? null);
    if (now === null) made.delete(pointer);
    else made.set(pointer, now);
  }
  return made;
}

function withoutNull(all: ReadonlyMap<string, unknown>) {
  return new Map([...all].filter(([, value]) => value !== null));
}

describe('the leaves of a declaration', () => {
  it('have pointers, in the order of the file', () => {
    const service = aService({ pricing: { currency: 'USDC', pricePerRequest: '0.1', freeQuota: 5 } });

    expect([...leavesOf(printServiceFile(service)).keys()]).toEqual([
      '/id',
      '/name',
      '/description',
      '/endpoint',
      '/category',
      '/pricing/currency',
      '/pricing/pricePerRequest',
      '/pricing/freeQuota',
      '/x402Config/paymentAddress',
      '/x402Config/network',
      '/createdAt',
    ]);
  });

  it('are scalars, and what holds nothing', () => {
    expect(leaves({ a: [1, { b: 'c' }, []], d: {}, e: null, f: { g: false } })).toEqual({
      '/a/0': 1,
      '/a/1/b': 'c',
      '/a/2': [],
      '/d': {},
      '/e': null,
      '/f/g': false,
    });
  });

  it('escape their pointers as RFC 6901 says', () => {
    expect(leaves({ 'a/b': { 'm~n': 1, '': 2, '~1': 3 }, __proto__x: 4 })).toEqual({
      '/a~1b/m~0n': 1,
      '/a~1b/': 2,
      '/a~1b/~01': 3,
      '/__proto__x': 4,
    });
    expect([...leavesOf('{"__proto__": {"a": 1}}')]).toEqual([['/__proto__/a', 1]]);
  });

  it.each([
    ['no file', undefined],
    ['no JSON', '{"name": "Rain'],
    ['JSON that is no object', '["a"]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['a key that stands twice', '{"name": "a", "name": "b"}'],
    ['an abyss', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('are none in %s', (_, text) => {
    expect(leavesOf(text).size).toBe(0);
  });

  it('stay small, however a file is nested', () => {
    const many = Array.from({ length: 1000 }, () => 0);
    const nested = leavesOf(JSON.stringify({ name: 'a', request: { body: { ['k'.repeat(1900)]: many } } }));

    expect(nested.get(`/request/body/${'k'.repeat(1900)}`)).toEqual(many);
    expect([...nested.keys()].join('').length).toBeLessThan(32 * 1024);
  });
});

describe('changed fields', () => {
  it('are in the order of the file, new ones last', () => {
    const [before, after] = [
      leavesOf('{"name": "a", "gone": 1, "price": "1", "same": 1}'),
      leavesOf('{"new": true, "price": "2", "name": "a", "same": 1, "updatedAt": "today"}'),
    ];

    expect(changedLeaves(before, after)).toEqual([
      { pointer: '/gone', before: 1, after: null },
      { pointer: '/price', before: '1', after: '2' },
      { pointer: '/new', before: null, after: true },
    ]);
  });

  it('turn one service into another', () => {
    fc.assert(
      fc.property(services(), services(), (one, two) => {
        const [before, after] = [leavesOf(printServiceFile(one)), leavesOf(printServiceFile(two))];
        expect(apply(before, after)).toEqual(after);
      }),
    );
  });

  it('turn any object into any other', () => {
    const anything = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 4 }));

    fc.assert(
      fc.property(anything, anything, (one, two) => {
        const [before, after] = [leavesOf(JSON.stringify(one)), leavesOf(JSON.stringify(two))];
        expect(withoutNull(apply(before, after))).toEqual(withoutNull(after));
      }),
    );
  });
});
