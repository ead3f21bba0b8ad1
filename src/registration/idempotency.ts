import type { Actor } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Outcome, RowOutcome } from './act.ts';

/** Identifies a request that a client may retry. */
export interface RequestKey {
  /** The API key that sent it. */
  readonly keyId: string;
  readonly key: string;
  /** SHA-256 of the route and the raw body, in hex. */
  readonly bodyHash: string;
}

/** The answer to an act: the id of its service, null for a batch, and the response body. */
export interface StoredAnswer {
  readonly id: string | null;
  readonly body: string;
}

/** An act that was sent with an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** SHA-256 of the route and the raw body, in hex. */
  readonly bodyHash: string;
  readonly startedAt: Date;
  /** The ids of the services that the act was to make, none of which was listed when it began. */
  readonly expected: readonly string[];
  /** Undefined while the act is running, and after a crash between its commit and its answer. */
  readonly answer: StoredAnswer | undefined;
}

/** The ids of the services that an act makes. */
export function madeBy(outcome: Outcome): string[] {
  if (outcome.kind === 'created') return [outcome.entry.declared.id];
  return outcome.kind === 'batch' ? outcome.rows.flatMap(madeBy) : [];
}

/**
 * The outcome of an act that an earlier attempt at the same request may have made, and never answered: where a service that was expected is
 * listed, with the owner and everything else that the request declares, it was made then. The same outcome where none was.
 */
export function withEarlierOutcome(
  outcome: Outcome,
  expected: readonly string[],
  by: Actor,
  catalog: Snapshot,
): Outcome {
  // Several rows of a batch may ask for one service, which was made for the first of them.
  const now = madeBy(outcome);
  const left = new Set(expected.filter((id) => !now.includes(id)));
  const made = (row: RowOutcome): RowOutcome => {
    const entry = row.kind === 'listed' && left.has(row.id) ? catalog.find(row.id) : undefined;
    const isSame = entry && declares(entry.declared, { ...requestOf(row), owner: by.owner });
    if (!isSame) return row;

    left.delete(entry.declared.id);
    return { kind: 'created', entry };
  };

  if (outcome.kind === 'listed') return made(outcome);
  if (outcome.kind !== 'batch') return outcome;
  const rows = outcome.rows.map(made);
  return rows.some((row, i) => row !== outcome.rows[i]) ? { ...outcome, rows } : outcome;
}

function requestOf(row: RowOutcome): Partial<DeclaredService> {
  return row.kind === 'listed' ? (row.request ?? {}) : {};
}

function declares(service: DeclaredService, request: Partial<DeclaredService>): boolean {
  return printServiceFile({ ...service, ...request }) === printServiceFile(service);
}
