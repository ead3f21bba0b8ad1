import { serviceDigest, termsDigest } from '../transparency/entry.ts';
import type { Service } from '../views/service.ts';
import type { LogVerifier } from './log-verifier.ts';
import { MirrorFault } from './mirror-fault.ts';

/**
 * How long a service and its last entry may differ. Changes by the API come with their entry; those by a push get it after a few seconds,
 * and a catalog on GitHub makes at most six commits a minute.
 */
export const graceMs = 30_000;

interface Difference {
  readonly held: string | undefined;
  readonly logged: string | null | undefined;
  /** When exactly these two were first seen beside each other. */
  readonly since: number;
}

export interface AuditLook {
  /** Services that changed so recently that catalog and log may still differ. */
  readonly unsettled: number;
}

/**
 * Compares a copy with the log: each service must be as its last entry says, none may lack an entry, and none that the log has as listed may
 * be missing. A service that changes is given a moment, until both have the change.
 */
export class LogAudit {
  readonly #log: LogVerifier;
  /** The terms that the copy holds, by the digest of the id. */
  readonly #held = new Map<string, string>();
  readonly #names = new Map<string, string>();
  /** Digests of ids to look at. */
  readonly #touched = new Set<string>();
  readonly #differing = new Map<string, Difference>();

  private constructor(log: LogVerifier) {
    this.#log = log;
  }

  /** Begins with a copy, of which everything is compared. */
  static async open(log: LogVerifier, copy: AsyncIterable<readonly Service[]>): Promise<LogAudit> {
    const audit = new LogAudit(log);
    for await (const services of copy) for (const service of services) audit.put(service.id, service);
    for (const digest of log.ids()) audit.#touched.add(digest);

    return audit;
  }

  /** Notes what the copy holds of a service; null when it holds it no more. */
  put(id: string, service: Service | null): void {
    const digest = serviceDigest(id);
    this.#touched.add(digest);
    this.#names.set(digest, id);
    if (service) this.#held.set(digest, termsDigest(service));
    else this.#held.delete(digest);
  }

  /** Reads the log, and compares what is new in it or in the copy. @throws {MirrorFault} when a difference stays. */
  async look(now: Date): Promise<AuditLook> {
    for (const digest of await this.#log.advance()) this.#touched.add(digest);
    for (const digest of this.#touched) this.#compare(digest, now.getTime());
    this.#touched.clear();

    for (const [digest, { since }] of this.#differing) {
      if (now.getTime() - since >= graceMs) throw this.#fault(digest);
    }
    return { unsettled: this.#differing.size };
  }

  #compare(digest: string, now: number): void {
    const [held, logged] = [this.#held.get(digest), this.#log.lastTerms(digest)];
    if (held === (logged ?? undefined)) {
      this.#differing.delete(digest);
      return;
    }
    const before = this.#differing.get(digest);
    const isAsBefore = before?.held === held && before?.logged === logged;
    this.#differing.set(digest, { held, logged, since: before && isAsBefore ? before.since : now });
  }

  #fault(digest: string): MirrorFault {
    const name = this.#names.get(digest);
    const what =
      name === undefined ? `the service whose id has the SHA-256 ${digest}` : `the service ${name}`;

    return new MirrorFault(
      'log',
      `${what} ${this.#sentence(digest)}; do not pay by this copy, and ask the operator of the catalog`,
    );
  }

  #sentence(digest: string): string {
    const [held, logged] = [this.#held.get(digest), this.#log.lastTerms(digest)];

    if (held === undefined) return 'is listed according to the log, but the catalog leaves it out';
    if (logged === undefined) return 'has no entry in the log';
    if (logged === null) return 'is listed no more according to the log, but the catalog still has it';
    return 'has other terms (wallet, network, price or endpoint) in the log than in the catalog';
  }
}
