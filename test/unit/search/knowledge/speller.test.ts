import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/search/index/work.ts';
import { Speller } from '../../../../src/search/knowledge/speller.ts';

const speller = finish(
  Speller.of(['weather', 'forecast', 'currency', 'movie', 'recipe', 'translation', 'steam']),
);

describe('a misspelt word', () => {
  it.each([
    ['wether', 'weather'],
    ['forcast', 'forecast'],
    ['curency', 'currency'],
    ['moive', 'movie'],
    ['reciepe', 'recipe'],
    ['tranlsation', 'translation'],
    ['translatoin', 'translation'],
  ])('%s is taken for %s', (written, meant) => {
    expect(speller.guess(written)?.word).toBe(meant);
  });

  it.each(['weather', 'steak', 'movi3', 'xyz', 'qwertyuiop', ''])('%j is not corrected', (written) => {
    expect(speller.guess(written)).toBeUndefined();
  });
});
