import type { Journal, JournalLine } from './journal.ts';
import type { LeftOut } from './left-out.ts';
import { type CutCode, cutSentences, nextListCursor } from './next-place.ts';
import { type ReadingRules, readResource, type Resource } from './read-resource.ts';
import { addressIn } from './entry.ts';
import type { Page, Place, ReadPage } from './source.ts';

/** How much an import reads at most. */
interface Budget {
  readonly pages: number;
  readonly entries: number;
  /** Characters of JSON. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface Harvest {
  readonly resources: readonly Resource[];
  readonly leftOut: readonly LeftOut[];
  /** The URLs of all entries, listed or left out. */
  readonly urls: ReadonlySet<string>;
  /** Entries as the source sent them. */
  readonly entries: number;
  /** How many of them had come before, because they moved to a later page, or stand twice. */
  readonly repeated: number;
  readonly pages: number;
  /** Pages that an earlier run had read. */
  readonly resumed: number;
  /** Why entries may be missing, as sentences; none when the source was read to its end. */
  readonly cuts: readonly string[];
  /** Whether it was time that ran out, so that the next run has more of it for what is left. */
  readonly isOutOfTime: boolean;
}

interface Dependencies {
  readonly readPage: ReadPage;
  readonly first: Place;
  readonly rules: ReadingRules;
  readonly budget: Budget;
  /** Stores pages until they are in the catalog; absent where nothing may be written. */
  readonly journal: Pick<Journal, 'earlier' | 'append'> | undefined;
  readonly now: () => Date;
  /** Called after each page. */
  readonly progress: (read: { readonly entries: number; readonly total: number | null }) => void;
}

/** Reads a source page by page to its end, or until a budget is used up. @throws {ImportFault} */
export async function harvest(dependencies: Dependencies): Promise<Harvest> {
  const { journal, now, first, readPage, rules, budget, progress } = dependencies;
  const basket = new Basket(rules);
  let place: Place | null = first;

  for await (const line of journal?.earlier(now()) ?? []) {
    basket.take(line.items, place ?? first, line.cut);
    basket.resumed += 1;
    place = line.next;
  }
  while (place) {
    const stop = basket.stopBy(budget, now());
    if (stop !== undefined) {
      basket.cut(stop, place);
      break;
    }

    const page = await readPage(place);
    const line = basket.lineOf(place, page);
    await journal?.append(line);
    basket.take(line.items, place, line.cut);
    place = line.next;
    progress({ entries: basket.entries, total: line.next?.total ?? null });
  }
  if (rules.source.kind === 'agent-search') basket.cut('search_only', first);
  return basket.harvest();
}

/** Collects what pages bring. */
class Basket {
  entries = 0;
  resumed = 0;
  #pages = 0;
  #bytes = 0;
  readonly #rules: ReadingRules;
  /** The URLs of entries, by what identifies them. */
  readonly #seen = new Map<string, string>();
  readonly #resources: Resource[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #cuts = new Map<CutCode, string>();

  constructor(rules: ReadingRules) {
    this.#rules = rules;
  }

  /** The first budget that is used up. */
  stopBy({ pages, entries, bytes, until }: Budget, now: Date): CutCode | undefined {
    if (this.#pages >= pages) return 'most_pages';
    if (this.entries >= entries) return 'most_entries';
    if (this.#bytes >= bytes) return 'most_bytes';
    return now.getTime() >= until ? 'time' : undefined;
  }

  /** A page with the place after it. */
  lineOf(place: Place, page: Page | undefined): JournalLine {
    const items = page ? [...page.items] : [];
    const fresh = new Set(items.map((item) => this.#keyOf(item)).filter((key) => !this.#seen.has(key))).size;
    const { next, cut } = nextListCursor(place, page, fresh);

    return { items, next: next ?? null, cut: cut ?? null };
  }

  /** Takes the entries that no page brought before: those that moved to a later page while the source was read count once. */
  take(items: readonly unknown[], place: Place, cut: CutCode | null): void {
    this.#pages += 1;
    this.entries += items.length;
    this.#bytes += JSON.stringify(items).length;
    for (const item of items) {
      const key = this.#keyOf(item);
      if (this.#seen.has(key)) continue;

      this.#seen.set(key, addressIn(item, this.#rules.source.url)?.url ?? '');
      const read = readResource(item, this.#rules);
      if ('code' in read) this.#leftOut.push(read);
      else this.#resources.push(read);
    }
    if (cut) this.cut(cut, place);
  }

  cut(code: CutCode, { offset, total }: Place): void {
    if (this.#cuts.has(code)) return;

    this.#cuts.set(
      code,
      cutSentences[code]({ at: offset, total: total === null ? 'unknown' : String(total) }),
    );
  }

  harvest(): Harvest {
    return {
      resources: this.#resources,
      leftOut: this.#leftOut,
      urls: new Set(this.#seen.values()),
      entries: this.entries,
      repeated: this.entries - this.#seen.size,
      pages: this.#pages,
      resumed: this.resumed,
      cuts: [...this.#cuts.values()],
      isOutOfTime: this.#cuts.has('time'),
    };
  }

  /** What identifies an entry in its source. */
  #keyOf(item: unknown): string {
    const { url, methods } = addressIn(item, this.#rules.source.url) ?? {};

    return url === undefined
      ? JSON.stringify(item ?? null).slice(0, 1_000)
      : [...(methods ?? []), url].join(' ');
  }
}
