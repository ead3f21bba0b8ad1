import { expect, it } from 'vitest';
import { verdicts } from '../../../src/domain/verdict.ts';
import { verdictMeanings as german } from '../../../src/texts/de/probing-guide.ts';
import { verdictMeanings } from '../../../src/texts/verdict-meanings.ts';

it('explains each verdict, in English as the API does', () => {
  expect(verdictMeanings).toEqual(Object.entries(verdicts));
  expect(Object.keys(german).sort()).toEqual(Object.keys(verdicts).sort());
});
