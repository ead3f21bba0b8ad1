import { describe, expect, it } from 'vitest';
import { Speller } from '../../../../src/search/knowledge/speller.ts';

const words = ['weather', 'forecast', 'currency', 'movie', 'recipe', 'translation', 'steam'];

function spellerOf(known: readonly string[]): Speller {
  const speller = new Speller();
  for (const word of known) speller.add(word);
  return speller;
}

/** The word that a misspelt one is taken for; `common` has the highest rank. */
function guess(speller: Speller, written: string, common = ''): string | undefined {
  return speller.guess(written, (known) => (known === common ? 1 : 0))?.word;
}

describe('a misspelt word', () => {
  const speller = spellerOf(words);

  it.each([
    ['wether', 'weather'],
    ['forcast', 'forecast'],
    ['curency', 'currency'],
    ['moive', 'movie'],
    ['reciepe', 'recipe'],
    ['tranlsation', 'translation'],
    ['translatoin', 'translation'],
  ])('%s is taken for %s', (written, meant) => {
    expect(guess(speller, written)).toBe(meant);
  });

  it.each(['weather', 'steak', 'movi3', 'xyz', 'qwertyuiop', ''])('%j is not corrected', (written) => {
    expect(guess(speller, written)).toBeUndefined();
  });

  it('is taken for the word of the higher rank when two are equally near, else for the first of the alphabet', () => {
    const both = spellerOf(['stranger', 'strangle']);

    expect(guess(both, 'strange')).toBe('stranger');
    expect(guess(both, 'strange', 'strangle')).toBe('strangle');
  });
});

describe('a speller', () => {
  it('forgets a word that is removed, and knows it again once it is back', () => {
    const speller = spellerOf(words);

    speller.remove('weather');
    expect(guess(speller, 'wether')).toBeUndefined();
    expect(guess(speller, 'forcast')).toBe('forecast');

    speller.add('weather');
    expect(guess(speller, 'wether')).toBe('weather');
  });
});
