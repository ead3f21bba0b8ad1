import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldCodes, fieldProblem, fieldProblems } from '../../../src/domain/field-problem.ts';

describe('the sentence of each code', () => {
  it('matches the published contract', async () => {
    const facts = { value: 'given', expected: 'expected', max: 255, family: 'eip155' } as const;
    const texts = fieldCodes.map(
      (code) => `${code}: ${fieldProblem(code, ['pricing', 'field'], facts).detail}\n`,
    );

    await expect(texts.join('')).toMatchFileSnapshot('../../fixtures/texts/field-problems.txt');
  });

  it('omits facts that are not given', () => {
    for (const code of fieldCodes) {
      const { detail } = fieldProblem(code, [], { value: 'given', max: 255 });
      expect(detail).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });
});

describe('a pointer', () => {
  it.each([
    [[], ''],
    [['name'], '/name'],
    [['pricing', 'currency'], '/pricing/currency'],
    [['list', 0, 'x'], '/list/0/x'],
    [['a/b'], '/a~1b'],
    [['a~b'], '/a~0b'],
    [['~1'], '/~01'],
    [[''], '/'],
  ])('to %j is %j (RFC 6901)', (path, pointer) => {
    expect(fieldProblem('unknown_field', path).pointer).toBe(pointer);
  });
});

describe('a value in a sentence', () => {
  const detail = (value: unknown): string => fieldProblem('category_unknown', ['category'], { value }).detail;

  it.each([
    ['weather', 'category "weather" is not'],
    [5, 'category "5" is not'],
    [null, 'category "null" is not'],
    [Number.POSITIVE_INFINITY, 'category "Infinity" is not'],
    ['x'.repeat(1000), `category "${'x'.repeat(77)}…" is not`],
    ['a\u202eb', 'category "aU+202Eb" is not'],
    ['a\nb', 'category "aU+000Ab" is not'],
    [`${'x'.repeat(76)}🌧${'x'.repeat(9)}`, `category "${'x'.repeat(76)}🌧…" is not`],
  ])('is short, visible and on one line: %j', (value, start) => {
    expect(detail(value).slice(0, start.length)).toBe(start);
  });
});

describe('the problems of a schema', () => {
  const schema = z.strictObject({
    a: z.string(),
    n: z.int(),
    o: z.strictObject({ p: z.boolean() }),
    e: z.enum(['x', 'y']),
  });
  const of = (input: unknown): string[] => {
    const { error } = schema.safeParse(input);
    return error
      ? fieldProblems(error, input).map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`)
      : [];
  };

  it('are complete and in the order of the schema', () => {
    expect(of({ a: 1, n: '1', o: { p: null, q: 1 }, e: 'z', 'un/known': 1 })).toMatchInlineSnapshot(`
      [
        "/a wrong_type: a is a number; give a string",
        "/n wrong_type: n is a string; give a number",
        "/o/p wrong_type: p is null; give a boolean",
        "/o/q unknown_field: "q" is not a field of this object; remove it or fix its spelling",
        "/e not_in_list: e "z" is not one of x, y; choose one of them",
        "/un~1known unknown_field: "un/known" is not a field of this object; remove it or fix its spelling",
      ]
    `);
  });

  it('name missing fields', () => {
    const codes = of({}).map((problem) => problem.replace(/:.*/, ''));
    expect(codes).toEqual(['/a required', '/n required', '/o required', '/e required']);
  });

  it.each([[null], [[]], ['text'], [1], [true]])('report that %j is no object', (input) => {
    expect(of(input)).toEqual([expect.stringMatching(/^ wrong_type: the body is /)]);
  });

  it('do not mistake inherited properties for given ones', () => {
    const { error } = z.strictObject({ toString: z.string() }).safeParse({});

    expect(error && fieldProblems(error, {}).map(({ code }) => code)).toEqual(['required']);
  });
});

describe('very many problems', () => {
  it('are reported up to a hundred of a kind, with the number of the rest', () => {
    const input = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${String(i)}`, i]));
    const { error } = z.strictObject({}).safeParse(input);
    const found = error ? fieldProblems(error, input) : [];

    expect(found).toHaveLength(101);
    expect(found.at(-1)).toMatchObject({ code: 'too_many_problems', pointer: '' });
    expect(found.at(-1)?.detail).toContain('4900');
  });
});

it('says of what is measured that nobody can declare it, and of a label which id it stands for', () => {
  expect(fieldProblem('unknown_field', ['trustScore']).detail).toBe(
    '"trustScore" is measured by the catalog, so nobody can declare it; remove it',
  );
  const facts = { value: 'Weather & Environment', meant: 'weather-environment' };
  expect(fieldProblem('category_unknown', ['category'], facts).detail).toBe(
    'category "Weather & Environment" is the label of a category; write its id, "weather-environment"',
  );
});
