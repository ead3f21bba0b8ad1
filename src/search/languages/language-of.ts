import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { type Dictionary, scriptOf } from './dictionary.ts';
import { isEnglish, isInternational, isPlainEnglish } from './english-words.ts';
import { dictionaryOf, type Language, languages } from './languages.ts';
import type { Token } from './tokens.ts';

/** How well a language explains a text, in words. */
interface Count {
  readonly language: Language;
  /** Words that its dictionary knows. */
  readonly known: number;
  /** Words that are of this language and not English. */
  readonly own: number;
  /** Words that are English and not of this language. */
  readonly english: number;
}

/** Whether a text has words that no table of English and no service knows: only then are dictionaries needed. */
export function mayBeForeign(tokens: readonly Token[], facts: Pick<Vocabulary, 'frequency'>): boolean {
  return tokens.some(
    (token) => /\p{L}/u.test(token.plain) && !isInternational(token) && !isPlainEnglish(token, facts),
  );
}

/** The language that explains more words of a text than English does; undefined for English, and for words that no dictionary knows. */
export function languageOf(
  tokens: readonly Token[],
  facts: Pick<Vocabulary, 'frequency'>,
): Language | undefined {
  const words = tokens.filter((token) => /\p{L}/u.test(token.plain) && !isInternational(token));
  const inEnglish = new Set(words.filter((word) => isEnglish(word, facts)));
  if (inEnglish.size === words.length) return undefined;

  const names = namesIn(tokens);
  const counts = candidates(words).map((language) => countOf(language, tokens, inEnglish, names));
  const [best] = counts.sort((a, b) => b.known - a.known);
  const isOfIt = best && (best.own > best.english || (best.own === best.english && best.own > 1));
  return isOfIt && (best.known * 2 > words.length || words.some(isUnusual)) ? best.language : undefined;
}

/** The languages that are written in all the scripts of a text, Latin letters aside, which texts in any language contain. */
function candidates(words: readonly Token[]): readonly Language[] {
  const scripts = new Set(words.map(({ written }) => scriptOf(written)));
  if (scripts.size > 1) scripts.delete('Latin');
  scripts.delete('other');

  return languages().filter((language) =>
    [...scripts].every((script) => dictionaryOf(language).isWrittenIn(script)),
  );
}

function countOf(
  language: Language,
  tokens: readonly Token[],
  inEnglish: ReadonlySet<Token>,
  names: ReadonlySet<Token>,
): Count {
  const known = knownTo(dictionaryOf(language), tokens);
  const english = [...inEnglish].filter((token) => !names.has(token));
  const own = tokens.filter(
    (token) =>
      !inEnglish.has(token) &&
      !isInternational(token) &&
      !(english.length > 0 && names.has(token)) &&
      (known.has(token) || isTelling(token)),
  );

  return {
    language,
    known: [...known].filter((token) => !isInternational(token)).length,
    own: own.length,
    english: english.filter((token) => !known.has(token)).length,
  };
}

/** Whether a word has letters that English words seldom have. Without any, one known word in two is too little: half-typed English words are words of some language, too. */
function isUnusual({ written }: Token): boolean {
  return /[^\p{ASCII}]/u.test(written);
}

/** Whether the script of a word alone says that it is not English. */
function isTelling({ written }: Token): boolean {
  return /^\p{L}/u.test(written) && scriptOf(written) !== 'Latin';
}

function knownTo(dictionary: Dictionary, tokens: readonly Token[]): ReadonlySet<Token> {
  const known = new Set<Token>();
  for (let at = 0; at < tokens.length;) {
    const length = dictionary.exactly(tokens, at)?.length ?? 0;
    for (const token of tokens.slice(at, at + length)) known.add(token);
    at += Math.max(1, length);
  }

  return known;
}

/** Capitalised words after the first, and the short words between them: "La Vie en Rose". An English sentence may hold them. */
function namesIn([, ...tokens]: readonly Token[]): ReadonlySet<Token> {
  const isCapitalised = (token: Token | undefined): boolean => /^\p{Lu}/u.test(token?.written ?? '');

  return new Set(
    tokens.filter(
      (token, at) =>
        isCapitalised(token) ||
        (token.plain.length <= 3 && isCapitalised(tokens[at - 1]) && isCapitalised(tokens[at + 1])),
    ),
  );
}
