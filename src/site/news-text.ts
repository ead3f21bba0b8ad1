import { newsLabels, newsTitles, newsWords, noValue } from '#texts/feeds.ts';
import { stateWords } from '#texts/status.ts';
import { plainDecimal } from '../domain/decimal.ts';
import type { News, NewsField, NewsItem } from '../domain/news.ts';
import { shownText } from '../domain/plain-text.ts';
import { State } from '../domain/state.ts';
import { amountIn, groupThousands } from '../texts/formats.ts';
import { filled, type Message } from '../texts/message.ts';
import { networkTitle } from './understood.ts';

type Difference = News['fields'][number];

/** More differences are in the text of an entry only. */
const maxInTitle = 3;

/** The longest text of an owner or operator, in code points: a reason. */
const longest = 500;

/** What happened, in one line. */
export function titleOf({ kind, news }: NewsItem): string {
  const { fields } = news;
  const name = shownText(news.name, longest);
  if (kind !== 'updated' && kind !== 'observed') return newsTitles[kind]({ name });

  const what = fields.slice(0, maxInTitle).map(({ field, before, after }) => {
    const [from, to] = [shownIn(field, before), shownIn(field, after)];
    const words: Message<'from' | 'to'> = newsWords[field];
    return filled(words, { from: isMoney(field) ? withoutSame(from, to) : from, to: to || 'none' });
  });
  return newsTitles.changed({ name, what: what.join(', ') });
}

/** All of it, line by line, with what states mean. */
export function contentOf({ kind, reason, news }: NewsItem, category: string): string {
  const lines = news.fields.map((difference) => lineOf(difference));
  const why = reason === undefined ? [] : [`${newsLabels.reason}: ${shownText(reason, longest)}`];
  const comesOrGoes = kind !== 'updated' && kind !== 'observed';

  return [...lines, ...why, ...(comesOrGoes ? [`${newsLabels.category}: ${category}`] : [])].join('\n');
}

function lineOf({ field, before, after }: Difference): string {
  const [from, to] = [shownIn(field, before), shownIn(field, after) || noValue];
  const meaning = field === 'state' ? meaningOf(after) : '';

  return `${newsLabels[field]}: ${from === '' ? to : `${from} → ${to}`}${meaning}`;
}

function meaningOf(state: string | null): string {
  const { data } = State.safeParse(state);

  return data ? `. ${stateWords[data].meaning}` : '';
}

/** A value as its reader writes it; empty where there is none. */
function shownIn(field: NewsField, value: string | null): string {
  if (value === null) return '';
  if (isMoney(field)) return moneyText(value);
  if (field === 'network' || field === 'liveNetwork') return networkTitle(shownText(value, longest));
  if (field === 'freeQuota') return groupThousands(value);
  if (field === 'outcomes') return newsWords.outcomes({ to: value });
  if (field !== 'state') return shownText(value, longest);

  const { data } = State.safeParse(value);
  return data ? stateWords[data].label : shownText(value, longest);
}

function isMoney(field: NewsField): boolean {
  return field === 'price' || field === 'livePrice';
}

function moneyText(value: string): string {
  const [amount = '', currency] = value.split(' ');
  if (currency === undefined || !plainDecimal.test(amount)) return shownText(value, longest);

  return amountIn(shownText(currency, longest), amount);
}

/** The first amount without its currency where the second has the same: `0.01` before `0.02 USDC`. */
function withoutSame(from: string, to: string): string {
  const [currency = ''] = / .*$/.exec(to) ?? [];

  return currency !== '' && from.endsWith(currency) ? from.slice(0, -currency.length) : from;
}
