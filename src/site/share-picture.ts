import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { type KnownService, shown } from '../views/known-service.ts';
import { excerpt } from './formats.ts';
import { amountOf } from './amount.ts';
import { isFree } from './price-words.ts';
import { networkTitle } from './understood.ts';

/**
 * What the picture of a service says where its page is shared. Others keep such pictures for long, and the score and uptime of a day
 * would go stale in them, so they hold only what changes seldom. A price that buyers are not asked for must not be kept either:
 * where declared and live terms differ, one of the two will change soon, so the picture names the mismatch and no price.
 */
export interface SharePicture {
  readonly title: string;
  readonly summary: string;
  readonly price: string;
  readonly place: string;
}

const titleLength = 120;
const summaryLength = 240;

/** All that the two files of the site's font hold no picture of. */
const unwritable =
  /[^ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u2044\u20ac\u2122\u2191\u2193\u2212\u2215]/gu;

/** A name in a script that cannot be written gives way to the endpoint, rather than to a row of boxes. */
export function sharePicture(
  { declared }: Entry,
  known: KnownService,
  snapshot: Pick<Snapshot, 'categoryName'>,
): SharePicture {
  const { name, description, endpoint, category } = declared;

  return {
    title: excerpt(writable(name) ?? endpoint.replace(/^https?:\/\//, ''), titleLength),
    summary: excerpt(writable(description) ?? '', summaryLength),
    price: priceOf(known),
    place: `${networkTitle(shown(known.network))} · ${writable(snapshot.categoryName(category)) ?? category}`,
  };
}

function priceOf(known: KnownService): string {
  if (known.mismatch !== null) return `Declared and live terms differ: ${known.mismatch}`;

  const { price, currency } = amountOf(known);
  return isFree(price) ? 'Free of charge' : `${price} ${currency} per request`;
}

/** A text as far as the font can write it; undefined where most of its letters would be lost, or nothing is left. */
function writable(text: string): string | undefined {
  const written = text
    .replaceAll(unwritable, (character) => plain(character).replaceAll(unwritable, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

  return 2 * letters(written) < letters(text) || written === '' ? undefined : written;
}

/** A character in plainer ones: a digit for one that stands below the line, a letter without its accents. */
function plain(character: string): string {
  return character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
