import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Outcome } from './act.ts';

/** Identifies a request that a client may retry. */
export interface RequestKey {
  /** The API key that sent it. */
  readonly keyId: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  /** SHA-256 of the raw body, in hex. */
  readonly bodyHash: string;
}

/** The answer to an act: the id of its service, and the response body. */
export interface StoredAnswer {
  readonly id: string;
  readonly body: string;
}

/** An act that was sent with an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** SHA-256 of the raw body, in hex. */
  readonly bodyHash: string;
  readonly startedAt: Date;
  /** Undefined while the act is running, and after a crash between its commit and its answer. */
  readonly answer: StoredAnswer | undefined;
}

/**
 * The service that an earlier attempt at the same request made, if that attempt began at `startedAt` and was never answered: the endpoint
 * was listed after that time, with everything that the request declares. Undefined when there is none.
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
