import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Outcome } from './act.ts';

/** How a client names a request that it may send again. */
export interface RequestKey {
  /** The API key that sent it. */
  readonly keyId: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  /** SHA-256 of the body as it was sent, in hex. */
  readonly bodyHash: string;
}

/** What an act was answered: the id of its service, and the body of the answer. */
export interface StoredAnswer {
  readonly id: string;
  readonly body: string;
}

/** An act that was sent with an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** SHA-256 of the body, in hex. */
  readonly bodyHash: string;
  readonly startedAt: Date;
  /** Undefined while the act runs, and after a crash between its commit and its answer. */
  readonly answer: StoredAnswer | undefined;
}

/**
 * The service that an earlier try made of the same request, where that try began at `startedAt` and never got its answer: the endpoint
 * was listed since then, with all that the request declares.
 */
export function madeEarlier(outcome: Outcome, startedAt: Date, catalog: Snapshot): Entry | undefined {
  if (outcome.kind !== 'listed') return undefined;

  const entry = catalog.find(outcome.id);
  if (!entry || new Date(entry.declared.createdAt) < startedAt) return undefined;
  return declares(entry.declared, outcome.request) ? entry : undefined;
}

function declares(service: DeclaredService, request: Partial<DeclaredService>): boolean {
  return printServiceFile({ ...service, ...request }) === printServiceFile(service);
}
