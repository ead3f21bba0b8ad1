import type { FieldComparison } from '../../../../src/domain/payment-terms.ts';
import { describe, expect, it } from 'vitest';
import { readSentence } from '../../../../src/search/intent/read-sentence.ts';
import { whyOf } from '../../../../src/search/intent/why.ts';
import { textsOf } from '../../../../src/search/words/fields.ts';

import { anEntry } from '../../../fixtures/services.ts';
import { aKnowledge } from '../../../fixtures/vocabulary.ts';

const entry = anEntry(
  { name: 'Rain Radar', description: 'Weather forecasts for cities.' },
  { status: 'verified', trustScore: 80 },
);
const texts = textsOf(entry, () => 'Weather & Environment');
const why = (sentence: string) => whyOf(readSentence(sentence, aKnowledge(['radar'])), entry, texts, false);

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

  it('say which end of a price is limited', () => {
    const { pricePerRequest, currency } = entry.declared.pricing;
    const costs = `a request costs ${pricePerRequest} ${currency}`;

    expect(why('radar over 0.1 cent')).toContain(`${costs}: at least 0.001`);
    expect(why('radar between 0.1 and 1 cent')).toContain(`${costs}: between 0.001 and 0.01`);
    expect(why('radar under 1 cent')).toContain(`${costs}: less than 0.01`);
  });

  it('say which price is live and which is declared, also where nothing limits it', () => {
    const differing = (...differences: readonly FieldComparison[]): string[] =>
      whyOf(
        readSentence('radar at most 2 dollars', aKnowledge(['radar'])),
        { ...entry, observed: { ...entry.observed, differences } },
        texts,
        false,
      );
    const { pricePerRequest: listed } = entry.declared.pricing;
    const price = { field: 'price', declared: listed, observed: '1.5', match: false } as const;
    const token = { field: 'asset', declared: 'USDC', observed: 'EURC', match: false } as const;
    const unknown = { field: 'asset', declared: 'USDC', observed: '0xabc', match: null } as const;

    expect(differing(price)).toContain(`a request costs 1.5 USDC (${listed} declared): at most 2`);
    expect(differing(price, token)).toContain(
      `a request costs 1.5 EURC (${listed} USDC declared): at most 2`,
    );
    expect(differing(unknown)).toContain(
      `a request costs ${listed} USDC as declared, while its live 402 asks for a token that is not known: at most 2`,
    );
  });

  it('are at least one', () => {
    expect(why('chess')).toHaveLength(1);
  });
});
