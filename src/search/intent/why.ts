import { supportedChains } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { stem } from '../stem.ts';
import { wordsOf } from '../words.ts';
import { chainKey } from '../../domain/network.ts';
import { placeWords } from '../lexicon/place-words.ts';
import type { Intent } from './intent.ts';
import type { Reading } from './read-intent.ts';
import type { ConceptMatch, TopicWord } from './topic.ts';

/** Reasons why a service answers a sentence, each of which can be checked against the service. */
export function whyOf({ intent, topic }: Reading, entry: Entry, categoryName: string): string[] {
  const place = placeFinder(entry, categoryName);

  return [
    ...topic.concepts.flatMap((match) => conceptReason(match, place)),
    ...topic.words.flatMap((word) => wordReason(word, place)),
    ...(intent.category?.includes(entry.declared.category) ? [`it is listed under ${categoryName}`] : []),
    ...constraintReasons(intent, entry),
  ];
}

/** Where a service says all of these words, in any of their forms; undefined where it does not. */
type PlaceFinder = (words: readonly string[]) => string | undefined;

function placeFinder({ declared }: Entry, categoryName: string): PlaceFinder {
  const texts = [
    ['name', declared.name],
    ['description', declared.description],
    ['host', new URL(declared.endpoint).hostname],
    ['category', categoryName],
  ] as const;
  const places = texts.map(
    ([name, text]) => [name, new Set(wordsOf(text).map((word) => stem(word)))] as const,
  );
  const everywhere = places.map(([, words]) => words);

  return (words) => {
    const stems = words.map((word) => stem(word));
    const one = places.find(([, known]) => stems.every((each) => known.has(each)));
    if (one) return one[0];

    return stems.every((each) => everywhere.some((known) => known.has(each))) ? 'text' : undefined;
  };
}

function conceptReason({ concept, said }: ConceptMatch, place: PlaceFinder): string[] {
  for (const words of concept.found) {
    const where = place(words);
    if (where !== undefined) {
      return [`“${words.join(' ')}” in its ${where} is what “${said.join(' ')}” asks for`];
    }
  }
  return [];
}

function wordReason({ word, meant, english }: TopicWord, place: PlaceFinder): string[] {
  const asked = english ?? [meant ?? word];
  const where = place(asked);
  if (where !== undefined) {
    const as = asked.join(' ') === word ? '' : ` (read as “${asked.join(' ')}”)`;
    return [`“${word}”${as} stands in its ${where}`];
  }

  const near = asked.flatMap((each) => placeWords(each)).find((each) => place([each]) !== undefined);
  return near === undefined ? [] : [`“${near}” in its ${place([near]) ?? 'text'} belongs to “${word}”`];
}

function constraintReasons(intent: Intent, { declared, observed }: Entry): string[] {
  const { pricePerRequest, currency, freeQuota } = declared.pricing;
  const { chain, maxPrice, maxPriceExclusive, minTrustScore } = intent;
  const asked = (chain ?? []).map((name) => chainKey(name));
  const paidOn = supportedChains(declared, observed).filter((name) => asked.includes(chainKey(name)));
  const limit = `${maxPriceExclusive ? 'less than' : 'at most'} ${maxPrice ?? ''}`;

  return [
    ...(maxPrice === undefined ? [] : [`a request costs ${pricePerRequest} ${currency}: ${limit}`]),
    ...(intent.currency === undefined ? [] : [`it is paid in ${currency}`]),
    ...(paidOn.length === 0 ? [] : [`it is paid on ${paidOn.join(' or ')}`]),
    ...(intent.status === undefined ? [] : [`its status is ${observed.status}`]),
    ...(intent.freeQuota === undefined ? [] : [`${String(freeQuota ?? 0)} requests are free`]),
    ...(minTrustScore === undefined
      ? []
      : [`its trust score is ${String(observed.trustScore)}: at least ${String(minTrustScore)}`]),
  ];
}
