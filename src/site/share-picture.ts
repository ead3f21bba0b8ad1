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

/** All that the two files of the site's font hold no picture of. */
const unwritable =
  /[^ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u2044\u20ac\u2122\u2191\u2193\u2212\u2215]/gu;

/** A name in a script that cannot be written gives way to the host, rather than to a row of boxes. */
export function sharePicture({ declared }: Entry, snapshot: Pick<Snapshot, 'categoryName'>): SharePicture {
  const { name, description, endpoint, category, pricing, x402Config } = declared;
  const { pricePerRequest, currency } = pricing;

  return {
    title: excerpt(writable(name) ?? new URL(endpoint).host, titleLength),
    summary: excerpt(writable(description) ?? '', summaryLength),
    price: isFree(pricePerRequest) ? 'Free of charge' : `${pricePerRequest} ${currency} per request`,
    place: `${networkTitle(x402Config.network)} · ${writable(snapshot.categoryName(category)) ?? category}`,
  };
}

/** A text without its pictographs; undefined where letters are among what cannot be written, or nothing is left. */
function writable(text: string): string | undefined {
  const lost = text.match(unwritable)?.join('') ?? '';
  if (/\p{L}/u.test(lost)) return undefined;

  const written = text.replaceAll(unwritable, ' ').replaceAll(/\s+/g, ' ').trim();
  return written === '' ? undefined : written;
}
