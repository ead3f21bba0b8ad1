import { locale, separators } from '#texts/language.ts';
import { atTime, either, withSign } from '#texts/patterns.ts';

/** A whole number with separators of thousands: `1,234,567`. */
export function groupThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, separators.thousands);
}

/** A noun for one thing and for several. */
export type Noun = readonly [one: string, several: string];

/** A number with its noun: `1 service`, `2,400 services`. */
export function counted(count: number, [one, several]: Noun): string {
  return `${groupThousands(count)} ${count === 1 ? one : several}`;
}

/** A decimal number as its reader writes it: `1,234.5`. */
export function decimalText(decimal: string | number): string {
  const [whole = '', fraction] = String(decimal).split('.');

  return groupThousands(whole) + (fraction === undefined ? '' : separators.decimal + fraction);
}

const pluralRules = new Intl.PluralRules(locale);

/** The form of a message for a number of things, of those that its language has: `one`, `few`, `other`. */
export function pluralOf(count: string | number): Intl.LDMLPluralRule {
  return pluralRules.select(Number(count));
}

/** The signs of money; tokens have none. */
const signs: ReadonlyMap<string, string> = new Map([
  ['USD', '$'],
  ['EUR', '€'],
]);

/** Whether a currency is money, and no token. */
export function isMoney(currency: string): boolean {
  return signs.has(currency);
}

/** An amount of a currency: `1,234.5 USDC`, `$1,234.5`. */
export function amountIn(currency: string, decimal: string): string {
  const [amount, sign] = [decimalText(decimal), signs.get(currency)];

  return sign === undefined ? `${amount} ${currency}` : withSign({ amount, sign });
}

/** Names to choose from: `Base or Solana`. */
export function alternatives([name = '', ...others]: readonly string[]): string {
  return others.reduce((first, second) => either({ first, second }), name);
}

/** The beginning and the end of an address or a hash, to tell it from a few others: `0x5aAe…eAed`. */
export function shortened(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

/** A percentage rounded down to a tenth, so that 100 % means that every check was answered. */
export function percentText(percent: string | number): string {
  return `${decimalText(Math.floor(Number(percent) * 10) / 10)} %`;
}

const longDate = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });

/** The day of a timestamp (UTC): `31 January 2026`. */
export function dayText(timestamp: string | number): string {
  return longDate(new Date(timestamp));
}

const shortDate = dateFormat({ day: 'numeric', month: 'long' });

/** A day of the last months, where the reader is: `31 January`. */
export function dayAndMonth(time: Date): string {
  return shortDate(time);
}

/** Formats dates. The first one takes some 100 ms, which a server that starts has better uses for. */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;

  return (date) => (format ??= new Intl.DateTimeFormat(locale, options)).format(date);
}

/** A timestamp to the minute: `31 January 2026 at 12:00 UTC`. */
export function minuteText(timestamp: string): string {
  return atTime({ day: dayText(timestamp), time: new Date(timestamp).toISOString().slice(11, 16) });
}

/** A timestamp to the minute in a table whose heading says UTC: `2026-01-31 12:00`. */
export function shortMinute(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ');
}

/** The most code points of a description in a list: two lines of it on a desktop, three on a phone. */
export const summaryLength = 110;

const addressLength = 150;

/** An endpoint without its scheme. */
export function shownAddress(endpoint: string): string {
  return excerpt(endpoint.replace(/^https?:\/\//, ''), addressLength);
}

/** The first `max` code points of a text, cut at a word boundary where that loses less than half. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;

  const characters = Array.from(text);
  if (characters.length <= max) return text;
  const start = characters.slice(0, max).join('');
  const space = start.lastIndexOf(' ');
  return `${start.slice(0, space > max / 2 ? space : undefined).trimEnd()}…`;
}
