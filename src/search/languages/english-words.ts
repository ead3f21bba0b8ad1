import { networks } from '../../domain/network.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { lexiconWords } from '../lexicon/lexicon.ts';
import { englishStopWords, weakWords } from '../lexicon/stop-words.ts';
import { stem } from '../text/stem.ts';
import { wordsOf } from '../text/words.ts';
import { type Language, languages } from './languages.ts';
import type { Token } from './tokens.ts';

const chains = new Set(networks.flatMap(({ name, title }) => [name, title.toLowerCase()]));

/** Words of the rules for sentences that are in none of the tables. */
const ruleWords =
  `accept affordable below bucks budget cap ceiling cents cheap cheaper cheapest currency descending ascending except excluding
  gratis inexpensive limit mainnet max maximum min minimum payable payment pennies penny priced quota rated sorted supports testnet tops trial
  trusted unverified usd usdc verified without`.split(/\s+/);

/** Words of this search's own tables, and their stems; read when first asked for. */
let own: ReadonlySet<string> | undefined;
/** Words that dictionaries translate into, and their stems; of those dictionaries that there were. */
const translated = new WeakMap<readonly Language[], ReadonlySet<string>>();

/** Whether a word is English for all that can be said without a dictionary: of this search's own tables, or of the catalog. */
export function isPlainEnglish({ plain }: Token, facts: Pick<Vocabulary, 'frequency'>): boolean {
  // The catalog first: most searches are in words of the catalog.
  if (facts.frequency(plain) > 0) return true;

  own ??= ownWords();
  return own.has(plain) || own.has(stem(plain));
}

/** Whether a word is English: the same, or of the dictionaries' English side. */
export function isEnglish(token: Token, facts: Pick<Vocabulary, 'frequency'>): boolean {
  if (isPlainEnglish(token, facts)) return true;

  const words = translated.get(languages()) ?? translatedWords();
  translated.set(languages(), words);
  return words.has(token.plain) || words.has(stem(token.plain));
}

/** Whether a word belongs to no language: an abbreviation, or the name of a chain. */
export function isInternational({ written, plain }: Token): boolean {
  return /^[\p{Lu}\p{Nd}]{2,}$/u.test(written) || isChain(plain);
}

export function isChain(name: string): boolean {
  return chains.has(name.toLowerCase());
}

function ownWords(): ReadonlySet<string> {
  return withStems([...englishStopWords, ...weakWords, ...ruleWords, ...lexiconWords()]);
}

function translatedWords(): ReadonlySet<string> {
  const keys = new Set(
    languages().flatMap(({ file }) => [...Object.keys(file.words), ...Object.keys(file.demands)]),
  );

  return withStems([...keys].flatMap((key) => wordsOf(key)));
}

function withStems(words: readonly string[]): ReadonlySet<string> {
  return new Set([...words, ...words.map(stem)]);
}
