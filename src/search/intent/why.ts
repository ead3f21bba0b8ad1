import { type EffectiveTerms, effectiveTerms } from '../../domain/effective-terms.ts';
import { chainKey, chainName } from '../../domain/network.ts';
import { shownText } from '../../domain/plain-text.ts';
import { declaredPrice } from '../../domain/varying-price.ts';
import { supportedChains } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { stem } from '../text/stem.ts';
import { indexedWordsOf } from '../text/words.ts';
import { fields, type Texts } from '../words/fields.ts';
import type { Constraints, Intent, Reading } from './intent.ts';
import type { Sentence } from './read-sentence.ts';
import type { ConceptMatch, Topic, TopicWord } from './topic.ts';

/** Reasons why a service answers a sentence, at least one. A person can check each against the service. */
export function whyOf({ intent, topic }: Sentence, entry: Entry, texts: Texts, isNear: boolean): string[] {
  const { find } = finder(texts);
  const reasons = [
    ...topic.concepts.flatMap((match) => conceptReason(match, topic, find)),
    ...topic.words.flatMap((word) => wordReason(word, find)),
    ...(intent.category?.includes(entry.declared.category) ? [`it is listed under ${texts.category}`] : []),
    ...(isNear ? ['its description is close in meaning'] : []),
    ...constraintReasons(intent, entry),
  ];

  return reasons.length > 0
    ? reasons
    : [`its name, description, host and category together answer “${intent.keywords.join(' ')}”`];
}

/** What of a text a service has, in short. */
export interface Match {
  /** Words of the service that answer words of the text, folded, each once. */
  readonly words: readonly string[];
  /** Labels of the concepts that both say in other words, each once. */
  readonly concepts: readonly string[];
  /** Whether it is listed in the category that the text is probably about. */
  readonly isInCategory: boolean;
}

/** The parts of a text that the texts of a service contain. There may be none: typos and half words are found in other ways, too. */
export function matchOf({ topic, category, begun }: Reading, texts: Texts, categoryId: string): Match {
  const { find, beginning } = finder(texts);
  const words = topic.words.flatMap(({ word, meant = word }) => find([meant])?.words ?? []);
  const half = words.length === 0 && begun !== undefined ? beginning(begun) : undefined;
  const found = new Set([...words, ...(half === undefined ? [] : [half])]);
  const concepts = topic.concepts.filter(({ concept }) => concept.found.some((way) => find(way)));

  return {
    words: [...found],
    concepts: [...new Set(concepts.map(({ concept }) => concept.label))],
    isInCategory: categoryId === category,
  };
}

interface Place {
  /** The words as the service has them. */
  readonly words: string;
  readonly where: string;
}

/** Finds the field in which a service says all of these words, in any of their forms; undefined when none does. */
type Find = (words: readonly string[]) => Place | undefined;

interface Finder {
  readonly find: Find;
  /** The first word of the service that begins so. */
  readonly beginning: (begun: string) => string | undefined;
}

function finder(texts: Texts): Finder {
  const places = fields.map((where) => ({ where, forms: formsIn(texts[where]) }));

  const find: Find = (words) => {
    const stems = words.map((word) => stem(word));
    const place = places.find(({ forms }) => stems.every((each) => forms.has(each)));

    return (
      place && { where: place.where, words: stems.map((each) => place.forms.get(each) ?? each).join(' ') }
    );
  };
  const beginning: Finder['beginning'] = (begun) =>
    places.flatMap(({ forms }) => [...forms.values()]).find((form) => form.startsWith(begun));
  return { find, beginning };
}

/** The words of a text by stem, the first form of each. */
function formsIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    indexedWordsOf(text)
      .map((word) => [stem(word), word] as const)
      .reverse(),
  );
}

function conceptReason({ concept, said }: ConceptMatch, { words }: Topic, find: Find): string[] {
  const written = new Map(words.map(({ word, meant = word, written: own = meant }) => [meant, own]));
  const asked = [...new Set(said.map((word) => written.get(word) ?? word))].join(' ');
  for (const words of concept.found) {
    const place = find(words);
    if (place) return [`“${place.words}” in its ${place.where} is what “${asked}” asks for`];
  }
  return [];
}

function wordReason({ word, meant, written = word }: TopicWord, find: Find): string[] {
  const place = find([meant ?? word]);
  if (!place) return [];

  return place.words === written
    ? [`“${written}” stands in its ${place.where}`]
    : [`“${place.words}” in its ${place.where} answers “${written}”`];
}

function constraintReasons(intent: Intent, entry: Entry): string[] {
  const { declared, observed } = entry;
  const { freeQuota } = declared.pricing;
  const { chain, minTrustScore } = intent;
  const terms = effectiveTerms(entry);
  const asked = (chain ?? []).map((name) => chainKey(name));
  const [own, ...others] = supportedChains(declared, observed);
  const paidOn = [...(terms.differs.network || own === undefined ? [] : [own]), ...others].filter((name) =>
    asked.includes(chainKey(name)),
  );

  return [
    ...priceReasons(intent, entry, terms),
    ...(intent.currency === undefined ? [] : [`it is paid in ${terms.currency}`]),
    ...(paidOn.length === 0 ? [] : [`it is paid on ${paidOn.join(' or ')}`]),
    ...payeeReasons(entry, terms),
    ...(intent.excludes === undefined ? [] : ['nothing that was excluded applies to it']),
    ...(intent.status === undefined ? [] : [`its status is ${observed.status}`]),
    ...(intent.freeQuota === undefined ? [] : [`${String(freeQuota ?? 0)} requests are free`]),
    ...(minTrustScore === undefined
      ? []
      : [`its trust score is ${String(observed.trustScore)}: at least ${String(minTrustScore)}`]),
  ];
}

/** What a request costs, where the sentence limits that or the live price is not the declared one. */
function priceReasons(
  intent: Intent,
  { declared }: Entry,
  { price, currency, differs, isTokenUnknown }: EffectiveTerms,
): string[] {
  const listedPrice = declaredPrice(declared);
  const listedCurrency = currency === declared.pricing.currency ? '' : ` ${declared.pricing.currency}`;
  const listed = differs.amount ? ` (${listedPrice}${listedCurrency} declared)` : '';
  const note = isTokenUnknown
    ? ' as declared, while its live 402 asks for a token that is not known'
    : listed;
  const limit = priceLimit(intent);

  return limit === '' && note === ''
    ? []
    : [`a request costs ${differs.amount ? price : listedPrice} ${currency}${note}${limit}`];
}

/** A limit as the end of a sentence about a price; empty without one. */
function priceLimit({
  minPrice,
  maxPrice,
  maxPriceExclusive,
}: Pick<Constraints, 'minPrice' | 'maxPrice' | 'maxPriceExclusive'>): string {
  if (maxPrice === undefined) return minPrice === undefined ? '' : `: at least ${minPrice}`;
  if (minPrice !== undefined) return `: between ${minPrice} and ${maxPrice}`;

  return `: ${maxPriceExclusive ? 'less than' : 'at most'} ${maxPrice}`;
}

const longestNetwork = 64;

/** To whom and on which network it asks for payment, where that is not as declared. */
function payeeReasons({ declared }: Entry, { network, differs }: EffectiveTerms): string[] {
  const [live, listed] = [network, declared.x402Config.network].map((id) =>
    shownText(chainName(id), longestNetwork),
  );

  return [
    ...(differs.network ? [`its live 402 asks for payment on ${live ?? ''} (${listed ?? ''} declared)`] : []),
    ...(differs.wallet ? ['its live 402 names another wallet than the declared one'] : []),
  ];
}
