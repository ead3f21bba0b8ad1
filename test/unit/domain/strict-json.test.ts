import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/domain/strict-json.ts';

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

describe('readJson', () => {
  it('reads the same as JSON.parse when there are no duplicate keys', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, stringUnit: 'binary' }), (text) => {
        expect(readJson(text)).toEqual({ value: JSON.parse(text) as unknown });
      }),
    );
  });

  it.each([
    ['', 'nothing'],
    [' ', 'white space'],
    ['{', 'an open object'],
    ['{"a":1', 'an open object'],
    ['[1,]', 'a trailing comma'],
    ['{"a":1,}', 'a trailing comma'],
    ["{'a':1}", 'single quotes'],
    ['{a:1}', 'a bare key'],
    ['// x\n1', 'a comment'],
    ['/* x */1', 'a comment'],
    ['NaN', 'not a number'],
    ['Infinity', 'infinity'],
    ['undefined', 'undefined'],
    ['01', 'a leading zero'],
    ['+1', 'a plus sign'],
    ['.5', 'no whole part'],
    ['1.', 'no fraction'],
    ['0x1', 'hexadecimal'],
    ['"a', 'an open string'],
    ['"\n"', 'a line break in a string'],
    ['"\\x41"', 'an unknown escape'],
    ['"\\u12"', 'half an escape'],
    ['1 2', 'two values'],
    ['{}{}', 'two values'],
    ['\ufeff{}', 'a byte order mark'],
    ['\u00a01', 'a space that is not one'],
    ['name=Rain', 'a form'],
    ['<xml/>', 'XML'],
  ])('refuses %j: %s', (text) => {
    expect(readJson(text)).toEqual({ fault: expect.any(String) as string });
  });
});

describe('a duplicate key', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":2,"a":3}', 'a'],
    ['{"a":{"b":1,"b":2}}', 'b'],
    ['[{"a":1},{"b":1,"b":2}]', 'b'],
    ['{"x":[[{"y":{"z":1,"z":1}}]]}', 'z'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"constructor":1,"constructor":2}', 'constructor'],
    ['{"a":{"a":1},"a":2}', 'a'],
  ])('is refused and named: %s', (text, key) => {
    expect(readJson(text)).toEqual({ fault: `the key "${key}" stands twice in one object` });
  });

  it.each([
    '{"a":1,"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":{"b":1},"c":{"b":1}}',
    '{"a":1,"A":1}',
    '{"é":1,"e\\u0301":2}',
    '{"a":"\\"a\\":1,"}',
  ])('is only one within the same object and in the same spelling: %s', (text) => {
    expect(readJson(text)).toHaveProperty('value');
  });

  it('is found at any depth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom('a', 'é', '__proto__', 'a"b'),
        (depth, key) => {
          const twice = `{${JSON.stringify(key)}:1,"other":[],${JSON.stringify(key)}:2}`;
          expect(readJson(`${'[{"k":'.repeat(depth / 2)}${twice}${'}]'.repeat(depth / 2)}`)).toHaveProperty(
            'fault',
          );
        },
      ),
    );
  });
});

describe('depth', () => {
  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('may be 32 levels of %s', (open, close) => {
    expect(readJson(nested(32, open, close))).toHaveProperty('value');
    expect(readJson(nested(33, open, close))).toEqual({ fault: 'it is nested more than 32 deep' });
  });

  it('may be as much as the caller says', () => {
    expect(readJson(nested(33, '[', ']'), 33)).toHaveProperty('value');
    expect(readJson(nested(34, '[', ']'), 33)).toEqual({ fault: 'it is nested more than 33 deep' });
  });

  it.each(['[', '{"a":', '[{"a":'])('is refused without recursion at 60,000 levels of %s', (open) => {
    expect(readJson(open.repeat(60_000))).toEqual({ fault: 'it is nested more than 32 deep' });
  });

  it('does not count brackets in strings or side by side', () => {
    expect(readJson(JSON.stringify('[{'.repeat(1000)))).toHaveProperty('value');
    expect(readJson(JSON.stringify('"\\['.repeat(1000)))).toHaveProperty('value');
    expect(readJson(`[${Array.from({ length: 1000 }, () => '[]').join()}]`)).toHaveProperty('value');
  });
});

describe('a key that objects inherit', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'is a plain key: %s',
    (key) => {
      const reading = readJson(`{"${key}":{"admin":true}}`);

      expect('value' in reading && Object.entries(reading.value ?? {})).toEqual([[key, { admin: true }]]);
      expect(Reflect.get({}, 'admin')).toBeUndefined();
    },
  );
});
