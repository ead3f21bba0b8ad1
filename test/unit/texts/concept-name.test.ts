import { expect, it } from 'vitest';
import { lexiconWords, phrasesWith } from '../../../src/search/lexicon/lexicon.ts';
import { stem } from '../../../src/search/text/stem.ts';
import { conceptName } from '../../../src/texts/concept-name.ts';
import { conceptNames } from '../../../src/texts/de/concepts.ts';

/** The same in both languages. */
const alike = new Set(['portfolio', 'npm']);

const labels = new Set(
  [...lexiconWords()].flatMap((word) => phrasesWith(stem(word)).map(({ concept }) => concept.label)),
);

it('names every concept of the search in German', () => {
  expect(labels.size).toBeGreaterThan(400);
  expect([...labels].filter((label) => conceptNames[label] === undefined && !alike.has(label))).toEqual([]);
});

it('has the label itself in English', () => {
  expect(conceptName('fuel prices')).toBe('fuel prices');
});
