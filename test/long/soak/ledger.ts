/** What is known of one service that a writer asked for. */
export interface Entry {
  readonly endpoint: string;
  /** Undefined until its registration was acknowledged. */
  id?: string;
  /** The price of the last act that was acknowledged, or whose outcome is being asked for. */
  price: string;
  isRemoved: boolean;
  /** When the last act was acknowledged, as `performance.now()`; undefined while one is under way. */
  settledAt: number | undefined;
  /** Each act, in milliseconds of the wall clock: when it was first asked for, and when it was acknowledged. */
  readonly acts: [asked: number, acknowledged: number][];
}

/** What servers acknowledged to writers, and what readers found wrong. */
export class Ledger {
  readonly entries: Entry[] = [];
  /** Sentences about promises that were broken, at most a hundred. */
  readonly faults: string[] = [];
  readonly counts = {
    registered: 0,
    changed: 0,
    removed: 0,
    /** Acts that were asked for again, since no answer came or it was 503. */
    askedAgain: 0,
    reads: 0,
    /** Reads that no server answered, because the one asked was going away. */
    cutReads: 0,
    kills: 0,
    pauses: 0,
  };

  open(endpoint: string, price: string): Entry {
    const entry: Entry = { endpoint, price, isRemoved: false, settledAt: undefined, acts: [] };
    this.entries.push(entry);
    return entry;
  }

  begin(entry: Entry): void {
    entry.settledAt = undefined;
    entry.acts.push([Date.now(), Number.POSITIVE_INFINITY]);
  }

  acknowledge(entry: Entry): void {
    entry.settledAt = performance.now();
    const act = entry.acts.at(-1);
    if (act) act[1] = Date.now();
  }

  /** Services that are listed as far as writers know, and that no act concerns now. */
  settled(): (Entry & { readonly id: string; readonly settledAt: number })[] {
    return this.entries.filter(
      (entry): entry is Entry & { id: string; settledAt: number } =>
        entry.id !== undefined && entry.settledAt !== undefined && !entry.isRemoved,
    );
  }

  fault(sentence: string): void {
    if (this.faults.length < 100) this.faults.push(sentence);
  }
}
