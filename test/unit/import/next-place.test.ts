import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CutCode, nextListCursor } from '../../../src/import/next-place.ts';
import type { Page, Place } from '../../../src/import/source.ts';

const first: Place = { offset: 0, limit: 100, total: null, token: null, barren: 0 };

/** How a source pages, beside what it lists. */
interface Habits {
  /** The most entries of a page, whatever the limit. */
  readonly cap: number;
  /** Rounds offsets down to whole pages. */
  readonly snaps: boolean;
  readonly tellsTotal: boolean;
  readonly tellsOffset: boolean;
  readonly tellsLimit: boolean;
}

const wellBehaved: Habits = {
  cap: 1_000,
  snaps: false,
  tellsTotal: true,
  tellsOffset: true,
  tellsLimit: true,
};

function pageAt({ offset, limit }: Place, entries: readonly number[], habits: Habits): Page {
  const size = Math.min(limit, habits.cap);
  const begin = habits.snaps ? Math.floor(offset / size) * size : offset;

  return {
    items: entries.slice(begin, begin + size),
    total: habits.tellsTotal ? entries.length : null,
    offset: habits.tellsOffset ? begin : null,
    limit: habits.tellsLimit ? size : null,
  };
}

/** Reads all pages by these rules; stops after many more than any source needs. */
function readAll(read: (place: Place) => Page | undefined): {
  seen: unknown[];
  cuts: CutCode[];
  pages: number;
} {
  const seen = new Set<unknown>();
  const cuts: CutCode[] = [];
  let place: Place | undefined = first;
  let pages = 0;

  while (place && pages < 500) {
    const page: Page | undefined = read(place);
    const before = seen.size;
    for (const item of page?.items ?? []) seen.add(item);
    const turn: ReturnType<typeof nextListCursor> = nextListCursor(place, page, seen.size - before);
    if (turn.cut) cuts.push(turn.cut);
    place = turn.next;
    pages += 1;
  }
  return { seen: [...seen], cuts, pages };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('reading page by page', () => {
  it.each<[string, Record<'tellsTotal' | 'snaps', fc.Arbitrary<boolean>>]>([
    ['', { tellsTotal: fc.constant(true), snaps: fc.boolean() }],
    [' that tells no total', { tellsTotal: fc.constant(false), snaps: fc.constant(false) }],
  ])('meets every entry of a source%s, whatever its habits', (_which, own) => {
    const habits = fc.record({
      ...own,
      cap: fc.integer({ min: 1, max: 150 }),
      tellsOffset: fc.boolean(),
      tellsLimit: fc.boolean(),
    });

    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), habits, (count, given) => {
        const { seen, cuts } = readAll((place) => pageAt(place, range(count), given));

        expect(seen).toEqual(range(count));
        expect(cuts).toEqual([]);
      }),
    );
  });

  it('reads a list that does not page as a whole', () => {
    const { seen, cuts, pages } = readAll(() => ({
      items: range(40),
      total: null,
      offset: null,
      limit: null,
    }));

    expect({ seen: seen.length, cuts, pages }).toEqual({ seen: 40, cuts: [], pages: 2 });
  });

  it('ends, whatever a source answers', () => {
    const page = fc.record({
      items: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 5 }),
      total: fc.option(fc.nat(1_000)),
      offset: fc.option(fc.nat(1_000)),
      limit: fc.option(fc.nat(200)),
    });

    fc.assert(
      fc.property(fc.array(fc.option(page, { nil: undefined }), { minLength: 1 }), (answers) => {
        let asked = 0;
        const { pages } = readAll(() => answers[asked++ % answers.length]);

        expect(pages).toBeLessThan(500);
      }),
    );
  });

  it('goes on to entries that are added meanwhile', () => {
    const { seen, cuts } = readAll((place) =>
      pageAt(place, range(place.offset === 0 ? 150 : 250), wellBehaved),
    );

    expect(seen).toHaveLength(250);
    expect(cuts).toEqual([]);
  });
});

describe('a source that is not read to its end', () => {
  it.each<readonly [habit: string, read: (place: Place) => Page | undefined, cut: CutCode]>([
    [
      'answers every offset with the same page',
      () => ({ ...pageAt(first, range(500), wellBehaved), offset: null }),
      'pages_repeat',
    ],
    [
      'has empty pages before its total',
      (place) => ({ ...pageAt(place, range(200), wellBehaved), total: 1_000 }),
      'nothing_there',
    ],
    [
      'refuses an offset before its total',
      (place) =>
        place.offset < 200 ? { ...pageAt(place, range(200), wellBehaved), total: 1_000 } : undefined,
      'nothing_there',
    ],
    [
      'loses entries meanwhile',
      (place) => pageAt(place, range(place.offset === 0 ? 300 : 290), wellBehaved),
      'shrank',
    ],
    [
      'answers with later pages than asked',
      (place) => ({ ...pageAt(place, range(300), wellBehaved), offset: place.offset + 50 }),
      'skipped',
    ],
    [
      'repeats a token',
      ({ token }) => ({ items: [token], total: null, offset: null, limit: null, token: 'again' }),
      'pages_repeat',
    ],
  ])('because it %s is told so', (_habit, read, cut) => {
    expect(new Set(readAll(read).cuts)).toEqual(new Set([cut]));
  });
});

describe('tokens', () => {
  it('lead from page to page, over empty ones too, until there is none', () => {
    const pages: Readonly<Record<string, Page>> = {
      '': tokenPage(['a', 'b'], '1'),
      '1': tokenPage([], '2'),
      '2': tokenPage(['c'], null),
    };

    const { seen, cuts } = readAll(({ token }) => pages[token ?? '']);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(cuts).toEqual([]);
  });
});

function tokenPage(items: readonly unknown[], token: string | null): Page {
  return { items, total: null, offset: null, limit: null, token };
}
