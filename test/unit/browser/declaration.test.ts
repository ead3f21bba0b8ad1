import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflictsOf,
  difference,
  editablePart,
  type JsonObject,
  patchBetween,
  patched,
  unpatchable,
} from '../../../src/browser/declaration.ts';
import { withValue } from '../../../src/browser/declaration-form.ts';
import { printServiceFile } from '../../../src/domain/service-file.ts';
import { aService } from '../../fixtures/services.ts';

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const { object } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'toString', 'd/e', '~'), tie('value'), { maxKeys: 4 }),
}));
const objects = object as fc.Arbitrary<JsonObject>;

describe('the editable part of a declaration', () => {
  it('has what an owner may change, without what the server alone writes', () => {
    const declared = aService({
      owner: 'acme',
      probing: false,
      deprecated: { message: 'Ends.', since: '2026-01-01T00:00:00.000Z' },
    });
    const file = JSON.parse(printServiceFile(declared)) as JsonObject;

    expect(Object.keys(editablePart(file))).toEqual([
      'name',
      'description',
      'endpoint',
      'category',
      'pricing',
      'x402Config',
      'deprecated',
    ]);
    expect(editablePart(file)['deprecated']).toEqual({ message: 'Ends.' });
  });
});

describe('the patch between two declarations', () => {
  it('makes the one of the other', () => {
    fc.assert(
      fc.property(objects, objects, (before, after) => {
        expect(patched(before, patchBetween(before, after))).toEqual(after);
      }),
    );
  });

  it('is empty exactly when nothing differs', () => {
    fc.assert(
      fc.property(objects, objects, (before, after) => {
        const isSame = difference(before, after).length === 0;
        expect(Object.keys(patchBetween(before, after)).length === 0).toBe(isSame);
      }),
    );
  });

  it('names only what differs', () => {
    const before = { name: 'a', pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 5 } };

    expect(patchBetween(before, { ...before, pricing: { currency: 'USDC', pricePerRequest: '2' } })).toEqual({
      pricing: { pricePerRequest: '2', freeQuota: null },
    });
  });

  it('cannot set a member to null, which is said', () => {
    const after = { request: { method: 'POST', body: { city: null, list: [null] } } };

    expect(unpatchable({}, after)).toEqual(['/request/body/city']);
    expect(unpatchable(after, after)).toEqual([]);
  });
});

describe('two changes of the same declaration', () => {
  const was = { a: 1, b: 2, c: 3 };

  it('disagree where both change a value, and not to the same', () => {
    const ours = difference(was, { a: 9, b: 8, c: 7 });
    const theirs = difference(was, { a: 5, b: 8, c: 3 });

    expect(conflictsOf(ours, theirs)).toEqual(['/a']);
  });
});

describe('a value in a form', () => {
  it.each([
    [['a'], 1, { a: 1, b: { c: 2 } }],
    [['b', 'c'], 3, { b: { c: 3 } }],
    [['b', 'd'], 3, { b: { c: 2, d: 3 } }],
    [['b', 'c'], undefined, {}],
    [['e', 'f'], undefined, { b: { c: 2 } }],
  ])('at %j as %j', (path, value, result) => {
    expect(withValue({ b: { c: 2 } }, path, value)).toEqual(result);
  });
});
