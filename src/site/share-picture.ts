import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { excerpt } from './excerpt.ts';
import { isFree } from './price.ts';
import { networkTitle } from './understood.ts';

/** What the picture of a service says where its page is shared: only what its owner declares, since others keep it for long. */
export interface SharePicture {
  readonly title: string;
  readonly summary: string;
  readonly price: string;
  readonly place: string;
}

const titleLength = 120;
const summaryLength = 240;

/** What the site's font does not hold: all but Latin letters, their accents, punctuation, currencies and a few signs. */
const unwritable =
  /[^\u0020-\u036f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2113\u2122\u2191\u2193\u2212\u2215]/gu;

/** A name in a script that cannot be written gives way to the host, rather than to a row of boxes. */
export function sharePicture({ declared }: Entry, snapshot: Pick<Snapshot, 'categoryName'>): SharePicture {
  const { name, description, endpoint, category, pricing, x402Config } = declared;
  const { pricePerRequest, currency } = pricing;

  return {
    title: excerpt(writable(name) ?? new URL(endpoint).host, titleLength),
    summary: excerpt(writable(description) ?? '', summaryLength),
    price: isFree(pricePerRequest) ? 'Free of charge' : `${pricePerRequest} ${currency} per request`,
    place: `${networkTitle(x402Config.network)} · ${snapshot.categoryName(category)}`,
  };
}

/** A text without its pictographs; undefined where letters are among what cannot be written, or nothing is left. */
function writable(text: string): string | undefined {
  const lost = text.match(unwritable)?.join('') ?? '';
  if (/\p{L}/u.test(lost)) return undefined;

  const written = text.replaceAll(unwritable, ' ').replaceAll(/\s+/g, ' ').trim();
  return written === '' ? undefined : written;
}
