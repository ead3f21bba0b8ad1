import type { Vocabulary } from '../knowledge/vocabulary.ts';
import type { Dictionary, Meaning } from './dictionary.ts';
import { isChain, isEnglish, isInternational } from './english-words.ts';
import { asciiDigits, continues, isUnspaced, type Token } from './tokens.ts';

/** Some words of a text, and their English. */
export interface Part {
  readonly written: string;
  readonly english: string;
  /** The spaces and signs before them. */
  readonly gap: string;
}

type Facts = Pick<Vocabulary, 'frequency'>;

/** The parts of a text that a dictionary translates, in the order of the text. */
export function partsOf(tokens: readonly Token[], dictionary: Dictionary, facts: Facts): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length;) {
    const { english, length } = meaningAt(tokens, at, dictionary, facts);
    const taken = tokens.slice(at, at + length);
    const written = taken.map(({ gap, written: word }, i) => (i === 0 ? '' : gap) + word).join('');
    parts.push({ written, english, gap: tokens[at]?.gap ?? '' });
    at += length;
  }

  return parts;
}

function meaningAt(tokens: readonly Token[], at: number, dictionary: Dictionary, facts: Facts): Meaning {
  const token = tokens[at];
  if (!token) return { english: '', length: 1 };
  if (/^\p{Nd}/u.test(token.plain) && !/\p{L}/u.test(token.plain)) return numberAt(tokens, at, dictionary);

  const exact = exactlyAt(tokens, at, dictionary);
  if (exact && !(exact.length === 1 && staysEnglish(tokens, at, dictionary, facts))) return exact;
  if (isUnspaced(token.plain)) return unknownRun(tokens, at, dictionary);

  const rough = isInternational(token) || isEnglish(token, facts) ? undefined : dictionary.roughly(token);
  return rough ?? { english: token.written, length: 1 };
}

const beforeAmounts = new Set(['under', 'at most', 'at least']);
const ofAmounts =
  /^(?:half a|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|cent|dollar|euro)\b/;
/** How far an amount may be from the words that limit it. */
const amountReach = 4;

/** Words such as "under" limit an amount. Where none is near, a shorter phrase may mean something else, or else they say nothing. */
function exactlyAt(tokens: readonly Token[], at: number, dictionary: Dictionary): Meaning | undefined {
  const exact = dictionary.exactly(tokens, at);
  if (!exact || !beforeAmounts.has(exact.english)) return exact;
  if (isAmountNear(tokens, at + exact.length, dictionary)) return exact;
  const mayFollow = exact.english === 'at most';
  if (mayFollow && isAmountNear(tokens, Math.max(0, at - amountReach), dictionary)) return exact;

  const other = dictionary.exactly(tokens, at, ({ english }) => !beforeAmounts.has(english));
  return other ?? { ...exact, english: '' };
}

function isAmountNear(tokens: readonly Token[], from: number, dictionary: Dictionary): boolean {
  return tokens
    .slice(from, from + amountReach)
    .some(
      ({ plain }, i) =>
        /\p{Nd}/u.test(plain) || ofAmounts.test(dictionary.exactly(tokens, from + i)?.english ?? ''),
    );
}

/** Some phrases begin with a number: "1回あたり". */
function numberAt(tokens: readonly Token[], at: number, dictionary: Dictionary): Meaning {
  const phrase = dictionary.exactly(tokens, at);

  return phrase && phrase.length > 1
    ? phrase
    : { english: asciiDigits(tokens[at]?.written ?? ''), length: 1 };
}

/**
 * Whether a word that both languages have is English here: the name of a chain, or a word before one or before English ("on Base"). A
 * number is no English: "bis 2".
 */
function staysEnglish(tokens: readonly Token[], at: number, dictionary: Dictionary, facts: Facts): boolean {
  const [token, next] = tokens.slice(at, at + 2);
  if (!token) return false;
  if (isChain(token.plain)) return /^\p{Lu}/u.test(token.written) || isAfterOn(tokens, at, dictionary);

  if (!next || !continues(next) || dictionary.exactly([next], 0)) return false;
  return isEnglish(token, facts) && /\p{L}/u.test(next.plain) && isEnglish(next, facts);
}

function isAfterOn(tokens: readonly Token[], at: number, dictionary: Dictionary): boolean {
  const before = at > 0 ? dictionary.exactly(tokens.slice(at - 1, at), 0) : undefined;

  return before !== undefined && /^(?:paid )?on$|network|blockchain/.test(before.english);
}

/** Characters without spaces that no dictionary knows, up to the next that it knows. One alone says nothing. */
function unknownRun(tokens: readonly Token[], at: number, dictionary: Dictionary): Meaning {
  let end = at + 1;
  for (let next = tokens[end]; next; next = tokens[end]) {
    if (next.gap !== '' || !isUnspaced(next.plain) || dictionary.exactly(tokens, end)) break;
    end += 1;
  }
  const run = tokens
    .slice(at, end)
    .map(({ written }) => written)
    .join('');

  return { english: end - at > 1 && !/^\p{Script=Hiragana}+$/u.test(run) ? run : '', length: end - at };
}
