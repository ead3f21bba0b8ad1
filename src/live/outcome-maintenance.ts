import { dayMs, hourMs, isRecent } from '../domain/duration.ts';
import type { Statement } from '../domain/outcome.ts';
import type { CatalogStore } from './catalog-store.ts';
import { findingOf, type PostponedClaim } from './outcome-ids.ts';
import type { OutcomeIntake } from './outcome-intake.ts';
import type { OutcomePayments } from './outcome-payment.ts';
import { unknownOrigins } from './payer-origins.ts';
import type { Clock, Log, OutcomeStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot'>;
  readonly outcomes: OutcomeStore;
  readonly intake: Pick<OutcomeIntake, 'submit'>;
  readonly payments: Pick<OutcomePayments, 'isCounted' | 'find' | 'origins'>;
  /** Called with the service of each new finding. */
  readonly onRecord: (service: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A statement waits for so long, and is then forgotten. */
const maxWaitMs = dayMs;

/** How long one look at a payer may take, and for how long it is tried again. */
const lookMs = 60_000;
const triedForMs = dayMs;
const triedAgainAfterMs = hourMs;

/** Payers that are looked at in one pass. */
const maxLooks = 20;

/** Records read at once. */
const portion = 1_000;

/** Transactions of a database end in another order than that of their numbers: so many records are shown again. */
const overlap = 100;

/**
 * Checks again what could not be checked when it came: statements that wait, and payers of whom nothing was found out. Shows what others added to the
 * record, such as an import.
 */
export class OutcomeMaintenance {
  readonly #dependencies: Dependencies;
  /** When payers were looked at, by statement. */
  readonly #tried = new Map<string, number>();
  /** The number of the last record that is shown; undefined before the first pass. */
  #shown: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pass: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  start(intervalMs: number): void {
    this.#timer = setTimeout(() => {
      this.#pass = this.pass().finally(() => {
        if (!this.#isStopped) this.start(intervalMs);
      });
    }, intervalMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#pass;
  }

  /** Never rejects. */
  async pass(): Promise<void> {
    try {
      await this.#submitWaiting();
      await this.#lookAtPayers();
      await this.#showOthers();
    } catch (error) {
      this.#dependencies.log.warn({ error }, 'outcomes could not be checked again; the next pass tries it');
    }
  }

  async #submitWaiting(): Promise<void> {
    const { store, outcomes, intake, clock } = this.#dependencies;
    for (const { id, service, claim, since } of await outcomes.waiting()) {
      if (this.#isStopped) return;
      const declared = store.snapshot.find(service)?.declared;
      const isOver = clock().getTime() - since.getTime() > maxWaitMs;
      // What was written here is not checked again.
      const { replace, ...stated } = JSON.parse(claim) as PostponedClaim;
      if (declared) await intake.submit(declared, stated, replace);
      if (!declared || isOver) await outcomes.endWaiting(id);
    }
  }

  async #lookAtPayers(): Promise<void> {
    const now = this.#dependencies.clock().getTime();
    const due = (await this.#dependencies.outcomes.unfound(1_000)).flatMap(({ record }) => {
      const isDue = !isRecent(this.#tried.get(record.id) ?? -Infinity, now, triedAgainAfterMs);
      return record.kind === 'statement' && isDue ? [record] : [];
    });

    for (const statement of due.slice(0, maxLooks)) {
      if (this.#isStopped) return;
      this.#tried.set(statement.id, now);
      await this.#lookAtPayer(statement);
    }
  }

  /** The first pass shows every service with a record, since an import may have run while the server started. */
  async #showOthers(): Promise<void> {
    const { outcomes, onRecord } = this.#dependencies;
    if (this.#shown === undefined) {
      const { last } = await outcomes.extent();
      for (const service of await outcomes.services()) onRecord(service);
      this.#shown = last;
      return;
    }

    const { last } = await outcomes.extent();
    if (last === this.#shown) return;
    for (let after = Math.max(0, this.#shown - overlap); after < last && !this.#isStopped;) {
      const page = await outcomes.after(after, portion);
      for (const service of new Set(page.map(({ record }) => record.service))) onRecord(service);
      after = page.at(-1)?.number ?? last;
    }
    this.#shown = last;
  }

  async #lookAtPayer(statement: Statement): Promise<void> {
    const { store, payments, outcomes, clock, onRecord } = this.#dependencies;
    const now = clock();
    const isOver = now.getTime() - Date.parse(statement.at) > triedForMs;
    const declared = store.snapshot.find(statement.service)?.declared;
    const { network, tx, index } = statement.settlement;
    if (!isOver && (!declared || !payments.isCounted(network))) return;

    const found =
      declared && !isOver
        ? await payments.find(declared, { network, tx, outcome: statement.outcome })
        : undefined;
    const payment =
      found && 'payments' in found ? found.payments.find((each) => each.index === index) : undefined;
    const sellers = found && 'payments' in found ? found.sellers : new Set<string>();
    const origins = payment ? await payments.origins({ network, payment, sellers }, lookMs) : unknownOrigins;
    if (origins.funders === null && !origins.isFundedBySeller && !isOver) return;

    this.#tried.delete(statement.id);
    const record = findingOf(statement, origins, now.toISOString());
    if (await outcomes.add([{ record, claim: null }])) onRecord(statement.service);
  }
}
