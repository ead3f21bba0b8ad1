import { createHash, hash } from 'node:crypto';
import PQueue from 'p-queue';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { bodyOf } from '../views/body.ts';
import { type Service, serviceView } from '../views/service.ts';
import { mergeSorted } from './merge-sorted.ts';
import type { Turns } from './turns.ts';

/** The services of a snapshot as an export needs them. */
export interface Contents {
  /** A hash of all services as the API shows them: the same for the same services, also on another server and after a restart. */
  readonly tag: string;
  /** All services, sorted by id. */
  readonly services: () => Iterable<Entry>;
}

/** What is derived from a portion of a snapshot. */
interface Portion {
  /** Sorted. */
  readonly ids: readonly string[];
  readonly digest: string;
}

/** How much is done in a turn: a millisecond's worth, or a few when nothing is known yet. */
const portionsPerTurn = 8;
const comparedPerTurn = 256;
const idsPerTurn = 4096;

/**
 * Sorts and digests the services of snapshots. Remembers what it derived, so that after a change only what is new has to be read, and the
 * first byte of an export does not wait for all services.
 */
export class CatalogContents {
  readonly #turns: Turns;
  readonly #bySnapshot = new WeakMap<Snapshot, Promise<Contents>>();
  readonly #portions = new WeakMap<ReadonlyMap<string, Entry>, Portion>();
  readonly #digests = new WeakMap<DeclaredService, string>();
  /** All ids of the snapshot that was read last, sorted, and those of each of its portions. */
  #ids: readonly string[] = [];
  #lists: readonly (readonly string[])[] = [];
  readonly #queue = new PQueue({ concurrency: 1 });

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Reads one snapshot at a time. */
  of(snapshot: Snapshot): Promise<Contents> {
    const known = this.#bySnapshot.get(snapshot);
    if (known) return known;

    const contents = this.#queue.add(() => this.#read(snapshot));
    this.#bySnapshot.set(snapshot, contents);
    return contents;
  }

  async #read(snapshot: Snapshot): Promise<Contents> {
    const digest = createHash('sha256');
    const lists: (readonly string[])[] = [];
    let read = 0;

    for (const given of snapshot.portions()) {
      let portion = this.#portions.get(given);
      if (!portion) {
        if (read % portionsPerTurn === 0) await this.#turns.next();
        read += 1;
        portion = this.#derive(given, this.#lists[lists.length]);
        this.#portions.set(given, portion);
      }
      digest.update(portion.digest);
      lists.push(portion.ids);
    }

    const ids = await this.#sorted(lists);
    return { tag: digest.digest('base64url').slice(0, 27), services: () => entriesOf(snapshot, ids) };
  }

  /** Keeps the list of before while the ids are the same, since sorting takes most of the time. */
  #derive(portion: ReadonlyMap<string, Entry>, before: readonly string[] = []): Portion {
    const isSame = portion.size === before.length && before.every((id) => portion.has(id));
    const ids = isSame ? before : [...portion.keys()].sort();
    const digests = ids.map((id) => this.#digest(portion.get(id)));

    return { ids, digest: hash('sha256', digests.join('\n'), 'base64url') };
  }

  /** What the API shows of a service, as a short text. What its owner declares is most of it, and seldom changes. */
  #digest(entry: Entry | undefined): string {
    if (!entry) return '';

    const view = serviceView(entry);
    let declared = this.#digests.get(entry.declared);
    if (declared === undefined) {
      declared = digestOfDeclared(view);
      this.#digests.set(entry.declared, declared);
    }
    return `${declared} ${view.trustScore} ${view.status} ${view.supportedChains.join(' ')}`;
  }

  /** The ids of all portions together, sorted: those of before, without those that are gone and with those that are new. */
  async #sorted(lists: readonly (readonly string[])[]): Promise<readonly string[]> {
    const gone = new Set<string>();
    const fresh: string[][] = [];
    let compared = 0;

    for (const [at, ids] of lists.entries()) {
      const before = this.#lists[at] ?? [];
      if (ids === before) continue;
      if (compared % comparedPerTurn === 0) await this.#turns.next();
      compared += 1;
      for (const id of without(before, ids)) gone.add(id);
      fresh.push(without(ids, before));
    }
    if (compared > 0) {
      this.#ids = await this.#merge([this.#ids, ...fresh], gone);
      this.#lists = lists;
    }
    return this.#ids;
  }

  async #merge(lists: readonly (readonly string[])[], gone: ReadonlySet<string>): Promise<readonly string[]> {
    const ids: string[] = [];
    let read = 0;
    for (const id of mergeSorted(lists)) {
      if (read % idsPerTurn === 0) await this.#turns.next();
      read += 1;
      if (!gone.has(id)) ids.push(id);
    }
    return ids;
  }
}

/** The items of a list that another one has not. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const known = new Set(other);

  return list.filter((item) => !known.has(item));
}

function digestOfDeclared({ trustScore: _t, status: _s, supportedChains: _c, ...declared }: Service): string {
  return hash('sha256', bodyOf(declared), 'base64url');
}

function* entriesOf(snapshot: Snapshot, ids: readonly string[]): Generator<Entry> {
  for (const id of ids) {
    const entry = snapshot.find(id);
    if (entry) yield entry;
  }
}
