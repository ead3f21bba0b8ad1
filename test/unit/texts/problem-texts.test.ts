import { expect, it } from 'vitest';
import { problemTexts } from '../../../src/texts/problem-texts.ts';
import { problems } from '../../../src/views/problem.ts';
import { problemCures, problemTitles } from '../../../src/texts/de/problems.ts';

const codes = Object.keys(problems).sort();

it('says in English what the API says', () => {
  expect(problemTexts.path_unknown).toEqual({
    title: problems.path_unknown.title,
    cure: problems.path_unknown.cure,
  });
  expect(Object.keys(problemTexts).sort()).toEqual(codes);
});

it('has German words for every refusal, and for nothing else', () => {
  expect(Object.keys(problemTitles).sort()).toEqual(codes);
  expect(Object.keys(problemCures).sort()).toEqual(codes);
});
