import { langOfEnglish } from '../texts/in-english.ts';
import { stopWords, wordEndings } from '#texts/document-search.ts';

/** A section of the docs, as a tuple to save bytes. */
export type IndexedSection = readonly [
  /** Its address, with the fragment of its heading. */
  href: string,
  /** The title of its document. */
  title: string,
  /** Empty for the beginning of a document. */
  heading: string,
  text: string,
];

/** A part of an excerpt. */
export interface ExcerptPart {
  readonly text: string;
  /** Whether it is one of the words that were searched for. */
  readonly isMarked: boolean;
}

export interface FoundSection {
  readonly href: string;
  /** The title of its document; null where that is the heading. */
  readonly title: string | null;
  readonly heading: readonly ExcerptPart[];
  readonly excerpt: readonly ExcerptPart[];
  /** Set where the section is in English on a page that is not: the API's reference. */
  readonly lang: 'en' | undefined;
}

/** The index that browsers search, made with the pages. Without a language. */
export const documentIndexPath = '/docs/search-index.json';

/** Longer questions are cut. */
export const maxDocumentQuery = 100;

/** More matches are left out. */
export const maxFound = 20;
const excerptLength = 160;

/** How much a word counts by where it is found. */
const weights = { title: 3, heading: 5, text: 1 };

const sayNothing = new Set(stopWords.split(' '));
const ending = new RegExp(wordEndings);

/** The sections that match the most words of the query, best first. A word of the query matches every word that begins with it. */
export function searchDocuments(sections: readonly IndexedSection[], query: string): FoundSection[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];

  const scored = sections
    .map((section, place) => ({ section, place, ...scoreOf(section, words) }))
    .filter(({ found }) => found > 0);
  const most = Math.max(...scored.map(({ found }) => found));
  const any = new RegExp(words.map((word) => word.source).join('|'), 'giu');

  return scored
    .filter(({ found }) => found === most)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, maxFound)
    .map(({ section: [href, title, heading, text] }) => ({
      href,
      title: heading === '' ? null : title,
      heading: marked(heading === '' ? title : heading, any),
      excerpt: marked(excerptAt(text, any), any),
      lang: href.includes('/docs/api/') ? langOfEnglish : undefined,
    }));
}

/** Patterns of the words of a query, without their endings and without words that say nothing. */
function wordsOf(query: string): RegExp[] {
  const all = query
    .slice(0, maxDocumentQuery)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const telling = (all ?? []).filter((word) => word.length > 1 && !sayNothing.has(word));
  const words = new Set((telling.length > 0 ? telling : (all ?? [])).map((word) => stemOf(word)));

  return [...words].map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}[\\p{L}\\p{N}]*`, 'iu'));
}

function stemOf(word: string): string {
  return word.length > 3 ? word.replace(ending, '') : word;
}

function scoreOf(
  [, title, heading, text]: IndexedSection,
  words: readonly RegExp[],
): { readonly found: number; readonly score: number } {
  const scores = words.map(
    (word) =>
      (word.test(title) ? weights.title : 0) +
      (word.test(heading) ? weights.heading : 0) +
      (word.test(text) ? weights.text : 0),
  );

  return {
    found: scores.filter((score) => score > 0).length,
    score: scores.reduce((sum, score) => sum + score, 0),
  };
}

/** The part of a text around the first word that was found, from one word to another. */
function excerptAt(text: string, words: RegExp): string {
  const first = text.search(words);
  const start = first <= excerptLength / 2 ? 0 : text.lastIndexOf(' ', first - excerptLength / 3) + 1;
  const rest = text.slice(start);
  const cut = rest.length <= excerptLength ? rest : rest.slice(0, rest.lastIndexOf(' ', excerptLength));

  return `${start === 0 ? '' : '… '}${cut}${cut.length === rest.length ? '' : ' …'}`;
}

function marked(text: string, words: RegExp): ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(words)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMarked: false });
    parts.push({ text: word, isMarked: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });

  return parts;
}
