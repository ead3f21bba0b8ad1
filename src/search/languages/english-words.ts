import { networks } from '../../domain/network.ts';
import type { CatalogFacts } from '../knowledge/vocabulary.ts';
import { lexiconWords } from '../lexicon/lexicon.ts';
import { englishStopWords, weakWords } from '../lexicon/stop-words.ts';
import { stem } from '../text/stem.ts';
import { wordsOf } from '../text/words.ts';
import { languages } from './languages.ts';
import type { Token } from './tokens.ts';

const chains = new Set(networks.flatMap(({ name, title }) => [name, title.toLowerCase()]));

/** Words of the rules for sentences that are in none of the tables. */
const ruleWords =
  `accept affordable below bucks budget cap ceiling cents cheap cheaper cheapest currency descending ascending except excluding
  gratis inexpensive limit mainnet max maximum min minimum payable payment pennies penny priced quota rated sorted supports testnet tops trial
  trusted unverified usd usdc verified without`.split(/\s+/);

let known: ReadonlySet<string> | undefined;

/** Whether a word is English: of this search's own tables, of the dictionaries' English side, or of the catalog. */
export function isEnglish({ plain }: Token, facts: Pick<CatalogFacts, 'frequency'>): boolean {
  // The catalog first: the tables are read when they are first asked, and most searches are in words of the catalog.
  if (facts.frequency(plain) > 0) return true;

  known ??= englishWords();
  return known.has(plain) || known.has(stem(plain));
}

/** Whether a word belongs to no language: an abbreviation, or the name of a chain. */
export function isInternational({ written, plain }: Token): boolean {
  return /^[\p{Lu}\p{Nd}]{2,}$/u.test(written) || isChain(plain);
}

export function isChain(name: string): boolean {
  return chains.has(name.toLowerCase());
}

function englishWords(): ReadonlySet<string> {
  const keys = new Set(
    languages.flatMap(({ file }) => [...Object.keys(file.words), ...Object.keys(file.demands)]),
  );
  const words = [...lexiconWords(), ...[...keys].flatMap((key) => wordsOf(key))];

  return new Set([
    ...englishStopWords,
    ...weakWords,
    ...ruleWords,
    ...words,
    ...words.map((word) => stem(word)),
  ]);
}
