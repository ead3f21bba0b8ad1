import { isRecent } from '../domain/duration.ts';
import { auditOutcomes, type OutcomeAudit } from './outcome-audit.ts';
import { MirrorFault } from './mirror-fault.ts';
import { takeOutcomes } from './take-outcomes.ts';
import type { Proofs, Visit } from './visit.ts';

/** How often to ask for what buyers say. */
const everyMs = 60_000;

/** For so long, services and record may be of different moments, since they come one after the other. */
const graceMs = 10_000;

/** Keeps a copy of what buyers say during a visit, and verifies it where the log is followed. */
export class OutcomeChecks {
  readonly #visit: Visit;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** When a difference was first seen that is still there. */
  #differingSince: number | undefined;
  #audit: OutcomeAudit | undefined;
  /** The digest of the record in the newest manifest of this visit. */
  #listed: string | undefined;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** Notes the digest that a manifest has of the record; undefined where it lists none. */
  expect(sha256: string | undefined): void {
    this.#listed = sha256;
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  /** Takes what is new, and verifies it; whether nothing has to be looked at again. @throws {MirrorFault} */
  async look(): Promise<boolean> {
    const now = this.#visit.surroundings.now();
    if (this.#differingSince === undefined && isRecent(this.#askedAt, now.getTime(), everyMs)) return true;

    this.#askedAt = now.getTime();
    const isNew = await this.#take();
    const difference = this.#unlisted() ?? (await this.#verify(isNew, now));
    if (difference === undefined) {
      this.#differingSince = undefined;
      return true;
    }
    this.#differingSince ??= now.getTime();
    if (now.getTime() - this.#differingSince < graceMs) return false;
    const cure = 'do not rely on what buyers say by this copy, and ask the operator of the catalog';
    throw new MirrorFault('outcomes', `${difference}; ${cure}`);
  }

  proofs(): Pick<Proofs, 'outcomes'> {
    const { records, services, missing } = this.#audit ?? {};
    if (records === undefined || services === undefined || missing === undefined) return {};

    return { outcomes: { records, services, missing } };
  }

  async #take(): Promise<boolean> {
    const { client, copy, from, maxExportBytes: maxBytes } = this.#visit;
    const last = copy.state.outcomes;
    const taken = await takeOutcomes(client, { from, to: copy.outcomesPath, last, maxBytes });
    if (taken !== last) await copy.save({ outcomes: taken });

    return taken !== last;
  }

  #unlisted(): string | undefined {
    const taken = this.#visit.copy.state.outcomes;
    if (this.#listed === undefined || this.#listed === taken?.sha256) return undefined;

    return 'the record of outcomes differs from its digest in the manifest';
  }

  async #verify(isNew: boolean, now: Date): Promise<string | undefined> {
    const { copy, log, notice } = this.#visit;
    const isDue = isNew || !this.#audit || this.#differingSince !== undefined;
    if (!log || !copy.state.outcomes || !isDue) return undefined;

    this.#audit = await auditOutcomes(copy.outcomesPath, { services: copy.services(), log, now });
    const { difference, missing } = this.#audit;
    if (difference === undefined && missing > 0) {
      const text = `${String(missing)} entries of the log tell of statements that the record does not have: they were erased, or are withheld`;
      notice({ level: 'warning', text });
    }
    return difference;
  }
}
