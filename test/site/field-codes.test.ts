import { expect, it } from 'vitest';
import { fieldCodes } from '../../src/domain/field-problem.ts';
import { explainedFieldCodes } from '../../src/site/field-codes.ts';

it('explains every code in a whole sentence', () => {
  expect(explainedFieldCodes.map(({ code }) => code)).toEqual(fieldCodes);
  expect(explainedFieldCodes.filter(({ sentence }) => /undefined|\s\s|\s;/.test(sentence))).toEqual([]);
});
