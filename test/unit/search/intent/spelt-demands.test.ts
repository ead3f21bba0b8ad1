import { describe, expect, it } from 'vitest';
import { withSpeltDemands } from '../../../../src/search/intent/spelt-demands.ts';
import { aVocabulary } from '../../../fixtures/vocabulary.ts';

const spelt = (text: string, known: readonly string[] = []): string =>
  withSpeltDemands(text, aVocabulary(known));

describe('the words of demands', () => {
  it.each([
    ['chepest ocr', 'cheapest ocr'],
    ['Verifed tides on Solanna', 'verified tides on solana'],
    ['tides withuot crypto', 'tides without crypto'],
    ['tides on poligon', 'tides on polygon'],
  ])('are spelt right: %j', (text, right) => {
    expect(spelt(text)).toBe(right);
  });

  it.each([
    'cheapest ocr',
    'cheapests2 ocr',
    'CheapShark',
    'rusted cars',
    'solar power',
    'a verifier',
    'überverified',
    '',
  ])('are not read into %j', (text) => {
    expect(spelt(text)).toBe(text);
  });

  it('are not read into words of the catalog', () => {
    expect(spelt('solanna news', ['solanna'])).toBe('solanna news');
  });
});
