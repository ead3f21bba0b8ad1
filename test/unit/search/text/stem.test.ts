import { describe, expect, it } from 'vitest';
import { stem } from '../../../../src/search/text/stem.ts';

describe('the stem of a word', () => {
  it.each([
    ['translate translates translating translation translator translators'],
    ['validate validation validator'],
    ['geocode geocoding geocodes'],
    ['summarise summarize summarising summarization'],
    ['recipe recipes'],
    ['company companies'],
    ['track tracker tracking tracks'],
    ['search searches searching'],
  ])('is one for: %s', (words) => {
    expect(new Set(words.split(' ').map((word) => stem(word)))).toHaveProperty('size', 1);
  });

  it.each(['station', 'news', 'gas', 'bus', 'dns', 'class', 'status', 'price'])(
    'of %s differs from those of other words',
    (word) => {
      expect(stem(word).length).toBeGreaterThanOrEqual(word.length - 1);
    },
  );
});
