import { dayMs, hourMs } from '../domain/duration.ts';
import type { CheckFacts } from '../domain/facts.ts';
import { type Entry, idOf } from '../domain/snapshot.ts';
import { inactiveAfterChecks } from '../verification/life-cycle.ts';
import { DueServices } from './due-services.ts';
import type { Clock } from './ports.ts';

interface Options {
  /** Time between two checks of a service; 0 for no checks at all. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Even an inactive service is checked at least this often. */
const longestPauseMs = dayMs;

/** Each pause varies by this share, so that checks spread out over time. */
const jitter = 0.1;

/** Checks due again at the start are spread over 10 ms for each service, but over at least a minute and at most an interval. */
const startSpread = { minMs: 60_000, msEach: 10 };

export class Schedule {
  readonly #options: Options;
  readonly #due: DueServices;
  /** Services that changed, and whose check began, before `start`; undefined from then on. */
  #begunBefore: Set<string> | undefined = new Set();

  /** Times are rounded to `slotMs`. */
  constructor(slotMs: number, options: Options) {
    this.#options = options;
    this.#due = new DueServices(options.clock(), slotMs);
  }

  /** How many services are scheduled. */
  get size(): number {
    return this.#due.size;
  }

  /**
   * Schedules all services at the start, unless they are scheduled already or being checked: each an interval after its last check, or soon if that
   * time is past. Those that were never checked come at once, one after another.
   */
  start(entries: Iterable<Entry>, count: number): void {
    const { intervalMs, random } = this.#options;
    const { minMs, msEach } = startSpread;
    const spread = Math.min(intervalMs, Math.max(minMs, count * msEach));
    let unchecked = 0;

    for (const entry of entries) {
      const id = idOf(entry);
      if (this.#due.has(id) || this.#begunBefore?.has(id)) continue;
      const { checkedAt } = entry.observed.facts.standing;
      if (checkedAt) {
        // A check may lie in the future if the clock was ahead when it was made.
        const last = Math.min(checkedAt.getTime(), this.#time);
        this.#set(id, Math.max(last + intervalMs, this.#time + random() * spread));
      } else {
        this.#set(id, this.#time + ((unchecked * msEach) % intervalMs));
        unchecked += 1;
      }
    }
    this.#begunBefore = undefined;
  }

  /** Makes a service due now. */
  now(id: string): void {
    this.#set(id, this.#time);
  }

  next(id: string, facts: CheckedFacts): void {
    const { intervalMs, random } = this.#options;

    this.#set(id, this.#time + pauseAfter(facts, intervalMs) * (1 + jitter * (2 * random() - 1)));
  }

  /** Postpones a check, because the endpoint asked for a pause. */
  defer(id: string, until: Date): void {
    this.#set(id, until.getTime());
  }

  remove(id: string): void {
    this.#due.remove(id);
  }

  take(): string[] {
    const ids = this.#due.take(this.#options.clock());

    for (const id of ids) this.#begunBefore?.add(id);
    return ids;
  }

  get #time(): number {
    return this.#options.clock().getTime();
  }

  #set(id: string, at: number): void {
    if (this.#options.intervalMs > 0) this.#due.set(id, at);
  }
}

type CheckedFacts = Pick<CheckFacts, 'standing' | 'rails'>;

/** Every unpaid request to a seller of L402 makes its Lightning node issue an invoice. */
const minInvoicePauseMs = hourMs;

/** Milliseconds to wait after a check: one interval, doubled with each further failure of an inactive service. */
function pauseAfter({ standing: { status, failures }, rails }: CheckedFacts, intervalMs: number): number {
  if (rails.some(({ rail }) => rail === 'l402')) return Math.max(intervalMs, minInvoicePauseMs);
  if (status !== 'inactive') return intervalMs;

  const doublings = failures - inactiveAfterChecks + 1;
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** doublings, longestPauseMs));
}
