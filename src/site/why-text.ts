import { whyFound } from '#texts/search.ts';
import type { Match } from '../search/search.ts';
import { stem } from '../search/text/stem.ts';
import { conceptName } from '../texts/concept-name.ts';
import { excerpt } from '../texts/formats.ts';

const maxWords = 4;
const longestWord = 30;

/** Why a service is among the results of a text, in one line; null where its texts alone do not show it. */
export function whyText(match: Match | undefined, category: string, byMeaning: boolean): string | null {
  if (!match) return null;

  const words = match.words
    .slice(0, maxWords)
    .map((word) => whyFound.quoted({ word: excerpt(word, longestWord) }));
  const stems = new Set(match.words.map((word) => stem(word)));
  const about = match.concepts
    .filter((label) => !label.split(' ').every((word) => stems.has(stem(word))))
    .slice(0, maxWords)
    .map((label) => conceptName(label));
  if (words.length > 0) {
    return about.length > 0
      ? whyFound.matchesAbout({ words: words.join(', '), about: about.join(', ') })
      : whyFound.matches({ words: words.join(', ') });
  }
  if (about.length > 0) return whyFound.about({ about: about.join(', ') });
  if (match.isInCategory) return whyFound.about({ about: category });
  return byMeaning ? whyFound.closeInMeaning : null;
}
