import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64Json, toBase64Json } from '../../../src/domain/base64-json.ts';

it('reads what it wrote, in any script', () => {
  fc.assert(
    fc.property(fc.record({ text: fc.string({ unit: 'grapheme' }), n: fc.integer() }), (value) => {
      expect(fromBase64Json(toBase64Json(value))).toEqual(value);
    }),
  );
});

it.each([
  '',
  '%',
  'e30',
  '/w==',
  Buffer.from('{').toString('base64'),
  Buffer.from('{"a":1,"a":2}').toString('base64'),
])('reads nothing in %j but JSON in base64', (text) => {
  expect(fromBase64Json(text)).toEqual(text === 'e30' ? {} : undefined);
});
