import { servicePicture as text } from '#texts/list-picture.ts';
import { listedLabel, walletAlertWords } from '#texts/live.ts';
import type { State } from '../domain/state.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { type KnownService, shown } from '../views/known-service.ts';
import { amountIn, excerpt, shownAddress } from '../texts/formats.ts';
import { shownAmount } from './amount.ts';
import { type Face, faceOf } from './face.ts';
import { stateLabel } from './status-labels.ts';
import { isFree } from './price-words.ts';
import { networkTitle } from './understood.ts';
import { categoryTitle } from '../texts/category-title.ts';

/**
 * The content of the picture in link previews. Other sites cache such pictures for a long time, so they leave out numbers that change with
 * every check, like score and uptime. State and live price change seldom, and say more than a declared price that is no longer asked.
 */
export interface SharePicture {
  readonly title: string;
  readonly summary: string;
  /** The mark of a service; null for a list. */
  readonly face: Face | null;
  /** The category whose icon it shows; null for lists of all services. */
  readonly category: string | null;
  /** The state of a service and its word; null for a list. */
  readonly standing: { readonly state: State; readonly label: string } | null;
  readonly price: string;
  readonly place: string;
}

const titleLength = 120;
const summaryLength = 240;

/** Every character that the site's font has no glyph for. */
const unwritable =
  /[^ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u2044\u20ac\u2122\u2191\u2193\u2212\u2215]/gu;

/** Shows the endpoint in place of a name that the font cannot write, which would be a row of boxes. */
export function sharePicture(
  { declared }: Entry,
  known: KnownService,
  snapshot: Pick<Snapshot, 'categoryName'>,
): SharePicture {
  const { name, description, endpoint, category } = declared;

  return {
    title: excerpt(writable(name) ?? endpoint.replace(/^https?:\/\//, ''), titleLength),
    summary: excerpt(writable(description) ?? '', summaryLength),
    face: faceOf(writable(name) ?? '', shownAddress(endpoint)),
    category,
    standing: { state: known.state, label: stateLabel(known) },
    price: priceOf(known),
    place: `${writable(categoryTitle(snapshot.categoryName(category))) ?? category} · ${networkTitle(shown(known.network))}`,
  };
}

/** The picture in words, for those who do not see it. */
export function pictureAlt({ title, price, place }: SharePicture): string {
  return [title, price, place].filter((text) => text !== '').join('. ');
}

function priceOf(known: KnownService): string {
  if (known.wallet.agree === false) return walletAlertWords.title;

  const { price, currency, listed } = shownAmount(known);
  const asked = isFree(price) ? text.free : text.asked({ amount: amountIn(currency, price) });
  return listed === null ? asked : `${asked}, ${listedLabel} ${listed}`;
}

/** The part of a text that the font can write; undefined if that loses more than half of its letters or leaves nothing. */
export function writable(text: string): string | undefined {
  const written = text
    .replaceAll(unwritable, (character) => plain(character).replaceAll(unwritable, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

  return 2 * letters(written) < letters(text) || written === '' ? undefined : written;
}

/** Simplifies a character: a plain digit for a subscript, a letter without its accents. */
function plain(character: string): string {
  return character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
