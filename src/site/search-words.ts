import { quoted } from '../domain/plain-text.ts';
import type { Match } from '../search/search.ts';
import { stem } from '../search/text/stem.ts';
import { excerpt, percentText } from '../texts/formats.ts';

/** The fields of the price range: the visible word of the label, and an example. */
export const priceFields = {
  minPricePerRequest: { word: 'Lowest', placeholder: '0.001' },
  maxPricePerRequest: { word: 'Highest', placeholder: '0.01' },
} as const;

export type PriceName = keyof typeof priceFields;

export function priceNotRead(name: PriceName, typed: string): string {
  return `${priceFields[name].word} price ${quoted(typed)} is not a plain decimal or an amount of dollars. Write it like 0.005, $0.01 or 2 cents.`;
}

export function rangeIsEmpty(lowest: string, highest: string): string {
  return `The lowest price ${lowest} is above the highest price ${highest}, so no price fits. Swap the two, or leave one empty.`;
}

/** What a page says below the problems of a search. */
export function leftOut(problems: number): string {
  return problems === 1
    ? 'The results below leave this filter out.'
    : 'The results below leave these filters out.';
}

const mostWords = 4;
const longestWord = 30;

/** Why a service is among the results of a text, in one line; null where its texts alone do not show it. */
export function whyText(match: Match | undefined, category: string, byMeaning: boolean): string | null {
  if (!match) return null;

  const words = match.words.slice(0, mostWords).map((word) => excerpt(word, longestWord));
  const stems = new Set(match.words.map((word) => stem(word)));
  const about = match.concepts
    .filter((label) => !label.split(' ').every((word) => stems.has(stem(word))))
    .slice(0, mostWords);
  if (words.length > 0) {
    return about.length > 0
      ? `Matches: ${words.join(', ')}; about: ${about.join(', ')}`
      : `Matches: ${words.join(', ')}`;
  }
  if (about.length > 0) return `About: ${about.join(', ')}`;
  if (match.isInCategory) return `About: ${category}`;
  return byMeaning ? 'Close in meaning' : null;
}

/** Chips and links of filters. */
export const filterWords = {
  atLeast: (price: string) => `at least ${price}`,
  atMost: (price: string) => `at most ${price}`,
  currency: (symbol: string) => `paid in ${symbol}`,
  mainnet: 'Mainnet only',
  freeQuota: 'Some requests free',
  uptime: (percent: string) => `Uptime ${percentText(Number(percent))} or more`,
  uptimeLink: (percent: string) => `${percentText(Number(percent))} or more`,
  paid: 'Paid for',
} as const;
