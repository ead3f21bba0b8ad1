import { createHash, hash } from 'node:crypto';
import { type Entry, idOf, type Snapshot } from '../domain/snapshot.ts';
import { bodyOf } from '../views/body.ts';
import { newestCheck } from '../views/export-document.ts';
import { serviceView } from '../views/service.ts';
import type { Turns } from './turns.ts';

/** The services of a snapshot as an export needs them. */
export interface Contents {
  /** A hash of all services as the API shows them: the same for the same services, also on another server and after a restart. */
  readonly tag: string;
  /** The time of the newest check of any service; null where nothing was checked. */
  readonly checkedAt: string | null;
  readonly services: () => Iterable<Entry>;
}

/** Services read in a turn of the event loop: a few milliseconds' worth when nothing is known of them yet. */
const readPerTurn = 500;

/** Sorts and digests the services of snapshots. Remembers the digest of each, so that after a change only what is new has to be printed. */
export class CatalogContents {
  readonly #turns: Turns;
  readonly #bySnapshot = new WeakMap<Snapshot, Promise<Contents>>();
  readonly #digests = new WeakMap<Entry, string>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  of(snapshot: Snapshot): Promise<Contents> {
    const contents = this.#bySnapshot.get(snapshot) ?? this.#read(snapshot);
    this.#bySnapshot.set(snapshot, contents);

    return contents;
  }

  async #read(snapshot: Snapshot): Promise<Contents> {
    const entries = [...snapshot.entries()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    const digest = createHash('sha256');
    for (const [i, entry] of entries.entries()) {
      if (i % readPerTurn === 0) await this.#turns.next();
      digest.update(this.#digestOf(entry));
    }

    const ids = entries.map(idOf);
    return {
      tag: digest.digest('base64url').slice(0, 27),
      checkedAt: newestCheck(entries),
      services: () => entriesOf(snapshot, ids),
    };
  }

  #digestOf(entry: Entry): string {
    const digest = this.#digests.get(entry) ?? hash('sha256', bodyOf(serviceView(entry)), 'base64url');
    this.#digests.set(entry, digest);

    return digest;
  }
}

function* entriesOf(snapshot: Snapshot, ids: readonly string[]): Generator<Entry> {
  for (const id of ids) {
    const entry = snapshot.find(id);
    if (entry) yield entry;
  }
}
