import { describe, expect, it } from 'vitest';
import { readSentence } from '../../../../src/search/intent/read-sentence.ts';
import { whyOf } from '../../../../src/search/intent/why.ts';
import { anEntry } from '../../../fixtures/services.ts';
import { aKnowledge } from '../../../fixtures/vocabulary.ts';

const entry = anEntry(
  { name: 'Rain Radar', description: 'Weather forecasts for cities.' },
  { status: 'verified', trustScore: 80 },
);
const why = (sentence: string) =>
  whyOf(readSentence(sentence, aKnowledge(['radar'])), entry, 'Weather & Environment', false);

describe('the reasons of an answer', () => {
  it('name the words of the service that answer words of the sentence', () => {
    expect(why('will I need an umbrella')).toContain(
      '“weather forecasts” in its description is what “need umbrella” asks for',
    );
    expect(why('a radar')).toContain('“radar” stands in its name');
  });

  it('show words of another language as they were written', () => {
    expect(why('Wettervorhersage für morgen')).toContain(
      '“weather forecasts” in its description is what “Wettervorhersage” asks for',
    );
  });

  it('say how the service meets each demand', () => {
    expect(why('radar, verified, trust above 70, at most 2 dollars')).toEqual(
      expect.arrayContaining([
        'its status is verified',
        'its trust score is 80: at least 70',
        `a request costs ${entry.declared.pricing.pricePerRequest} ${entry.declared.pricing.currency}: at most 2`,
      ]),
    );
  });

  it('are at least one', () => {
    expect(why('chess')).toHaveLength(1);
  });
});
