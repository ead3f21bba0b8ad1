import type { Page, Place } from './source.ts';

/** Why a source was not read to its end, as sentences for the operator. */
export const cutSentences = {
  nothing_there: ({ at, total }) =>
    `it says that it has ${total} entries, but has no page at entry ${at}; ask its operator`,
  pages_repeat: ({ at }) =>
    `its pages repeat from entry ${at} on; it does not page as its form demands, so ask its operator`,
  shrank: ({ total }) =>
    `it lost entries while it was read, ${total} at first, so that some may have been passed over; run the import again`,
  skipped: ({ at }) =>
    `it answered with a later page than that at entry ${at}, so that entries were passed over; ask its operator`,
  most_pages: ({ at }) => `it has more pages than an import reads; reading stopped at entry ${at}`,
  most_entries: ({ at }) => `it has more entries than --max-entries allows; reading stopped at entry ${at}`,
  most_bytes: ({ at }) => `it has more data than an import reads; reading stopped at entry ${at}`,
  time: ({ at }) => `time ran out at entry ${at}; run the import again, or allow more with --max-time`,
  search_only: () => 'it can only be searched, and a search shows a part of what it has',
} as const satisfies Record<string, (facts: CutFacts) => string>;

export type CutCode = keyof typeof cutSentences;

interface CutFacts {
  readonly at: number;
  readonly total: string;
}

/** Where to go on after a page, or that it was the last one. `cut` says why something may be missing. */
export interface Turn {
  readonly next?: Place;
  readonly cut?: CutCode;
}

/** So many pages in a row may bring nothing new: entries move while a source is read. */
const maxBarren = 3;

/**
 * Decides where to go on after a page of which `fresh` entries were new. Some sources cap the limit, round offsets down to whole pages, change
 * their total, or answer any offset with the same page; none of them is read in a circle.
 */
export function nextListCursor(place: Place, page: Page | undefined, fresh: number): Turn {
  const total = largest(place.total, page?.total ?? null);
  if (!page || (page.items.length === 0 && !leadsOn(page))) {
    return isShort(place, total) ? { cut: 'nothing_there' } : shrunk(place, page);
  }

  const barren = fresh === 0 ? place.barren + 1 : 0;
  if (barren >= maxBarren) return { cut: 'pages_repeat' };
  return page.token === undefined
    ? afterOffset({ ...place, total, barren }, place, page)
    : afterToken({ ...place, total, barren }, page.token, page.items.length);
}

function afterToken(place: Place, token: string | null, count: number): Turn {
  if (token === null) return {};
  if (token === place.token) return { cut: 'pages_repeat' };

  return { next: { ...place, token, offset: place.offset + count } };
}

function afterOffset(place: Place, before: Place, page: Page): Turn {
  const limit = page.limit !== null && page.limit > 0 ? Math.min(place.limit, page.limit) : place.limit;
  const offset = offsetAfter(place, page, limit);
  const cut =
    page.offset !== null && page.offset > place.offset ? { cut: 'skipped' as const } : shrunk(before, page);

  const total = page.total ?? place.total;
  if (total === null ? isLast(page, limit, place.barren) : offset >= total) return cut;
  return { next: { ...place, limit, offset }, ...cut };
}

/** Without a total, an empty page marks the end, or one that is not full where the source says what is full. A list that does not page repeats itself. */
function isLast({ items, limit: told }: Page, limit: number, barren: number): boolean {
  return items.length < limit && (told !== null || barren > 0);
}

/** Where the next page begins. After a page without anything new, that is the next whole page: some sources round offsets down to one. */
function offsetAfter({ offset, barren }: Place, page: Page, limit: number): number {
  if (barren > 0) return (Math.floor(offset / limit) + 1) * limit;

  const told = page.offset === null ? offset : Math.min(page.offset, offset);
  const after = told + page.items.length;
  return after > offset ? after : offset + page.items.length;
}

/** Pages that are reached by tokens may be empty in the middle. */
function leadsOn({ token }: Page): boolean {
  return token !== undefined && token !== null;
}

function isShort(place: Place, total: number | null): boolean {
  return total !== null && place.token === null && place.offset < total;
}

/** When entries go, those behind them move up, past the place of the next page. */
function shrunk({ total }: Place, page: Page | undefined): Turn {
  return total !== null && page && page.total !== null && page.total < total ? { cut: 'shrank' } : {};
}

function largest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;

  return Math.max(a, b);
}
