import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogVocabulary } from '../../../../src/search/knowledge/vocabulary.ts';

const words = ['weathr', 'weather', 'forecast', 'forecasts', 'zebra', 'zebras'];

function vocabularyOf(services: readonly (readonly string[])[]): CatalogVocabulary {
  const vocabulary = new CatalogVocabulary();
  for (const service of services) vocabulary.add(service);
  return vocabulary;
}

/** Everything that a vocabulary can be asked of these words. */
function answersOf(vocabulary: CatalogVocabulary): unknown {
  const asked = [...words, 'wether', 'zebraz', 'forcast'];

  return asked.map((word) => [
    vocabulary.frequency(word),
    vocabulary.relatives(word),
    vocabulary.correct(word),
    vocabulary.wordsFrom(word.slice(0, 3)),
  ]);
}

describe('a vocabulary', () => {
  it('knows after services came and went what a new one knows of those that stayed', () => {
    const services = fc.array(fc.subarray(words), { maxLength: 8 });

    fc.assert(
      fc.property(services, services, (staying, going) => {
        const vocabulary = vocabularyOf([...going.slice(0, 2), ...staying, ...going.slice(2)]);
        for (const service of going) vocabulary.remove(service);

        expect(answersOf(vocabulary)).toEqual(answersOf(vocabularyOf(staying)));
      }),
    );
  });

  it('names relatives and completions of a word, the most frequent first', () => {
    const vocabulary = vocabularyOf([['zebras'], ['zebra', 'zebras'], ['zeal']]);

    expect(vocabulary.relatives('zebra')).toEqual(['zebras', 'zebra']);
    expect(vocabulary.wordsFrom('ze')).toEqual([
      { word: 'zebras', count: 2 },
      { word: 'zeal', count: 1 },
      { word: 'zebra', count: 1 },
    ]);
  });

  it('takes a word of several services for spelt right, and not one of a single service', () => {
    expect(vocabularyOf([['xylophone']]).correct('xylophon')).toBeUndefined();
    expect(vocabularyOf([['xylophone'], ['xylophone']]).correct('xylophon')).toBe('xylophone');
  });

  it('corrects by the words of the lexicon, too', () => {
    expect(vocabularyOf([]).correct('wether')).toBe('weather');
  });
});
