import { expect, it } from 'vitest';
import { fieldCodes } from '../../../src/domain/field-problem.ts';
import { parameterCodes, parameterProblem } from '../../../src/views/parameter-problem.ts';

it('has for each code a sentence with the parameter, the rule and the cure', async () => {
  const texts = parameterCodes.map(
    (code) => `${code}: ${parameterProblem(code, ['field'], { value: 'given', max: 255 }).detail}\n`,
  );

  await expect(texts.join('')).toMatchFileSnapshot('../../fixtures/texts/parameter-problems.txt');
});

it('adds no code that bodies already have', () => {
  expect(parameterCodes.filter((code) => (fieldCodes as readonly string[]).includes(code))).toEqual([]);
});
