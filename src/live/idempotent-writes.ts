import type { RegistrationAnswer } from '../registration/idempotency.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { RegistrationRequest } from '../domain/declaration.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { Entry } from '../domain/snapshot.ts';
import { StateUnavailable } from '../domain/state-unavailable.ts';
import { bodyOf } from '../views/body.ts';
import { serviceView } from '../views/service.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Committer, Registration } from './committer.ts';
import type { Clock, IdempotencyStore, Log } from './ports.ts';

/** A registration as it arrived. */
export interface IncomingRegistration {
  readonly input: unknown;
  /** SHA-256 of the body as it was sent, in hex. */
  readonly bodyHash: string;
  /** The API key that sent it. */
  readonly keyId: string;
  readonly idempotencyKey: string | undefined;
}

export type RegistrationResult =
  /** `body` is that of the 201; `replayed` when an earlier request with the same Idempotency-Key made the service. */
  | { readonly kind: 'created'; readonly id: string; readonly body: string; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'listed'; readonly id: string }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number | undefined };

interface Dependencies {
  readonly store: CatalogStore;
  readonly committer: Committer;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Registers services, each Idempotency-Key at most once. */
export class Registrar {
  readonly #dependencies: Dependencies;
  /** Registrations with an Idempotency-Key that are running now. */
  readonly #running = new Map<string, { bodyHash: string; result: Promise<RegistrationResult> }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** What `register` would answer to this body; nothing is written. */
  try(input: unknown): RegistrationResult {
    return resultOf(this.#dependencies.committer.try(input));
  }

  async register(request: IncomingRegistration): Promise<RegistrationResult> {
    const { input, bodyHash, keyId, idempotencyKey } = request;
    if (idempotencyKey === undefined) return resultOf(await this.#dependencies.committer.submit(input));

    const name = `${keyId} ${idempotencyKey}`;
    const running = this.#running.get(name);
    if (running) {
      return running.bodyHash === bodyHash ? asReplay(await running.result) : { kind: 'key_reused' };
    }

    const result = this.#registerOnce(request, idempotencyKey);
    this.#running.set(name, { bodyHash, result });
    try {
      return await result;
    } finally {
      this.#running.delete(name);
    }
  }

  async #registerOnce(
    { input, bodyHash, keyId }: IncomingRegistration,
    key: string,
  ): Promise<RegistrationResult> {
    const { committer, idempotency, clock } = this.#dependencies;
    const earlier = await idempotency.find(keyId, key, clock());
    if (earlier && earlier.bodyHash !== bodyHash) return { kind: 'key_reused' };
    if (earlier?.answer !== undefined) return { kind: 'created', ...earlier.answer, replayed: true };

    if (!earlier) await idempotency.begin(keyId, key, bodyHash, clock());
    const registration = await committer.submit(input);
    const result = (earlier && this.#madeBefore(registration, earlier.startedAt)) ?? resultOf(registration);

    // A refused body may be mended and sent again with the same key. Of a commit that failed it may turn out later that it was made.
    if (result.kind === 'created') await this.#keepAnswer(keyId, key, { id: result.id, body: result.body });
    else if (result.kind !== 'failed') await idempotency.forget(keyId, key);
    return result;
  }

  /** The service is committed, so its registration is answered with 201 all the same: the same request finds it again. */
  async #keepAnswer(keyId: string, key: string, answer: RegistrationAnswer): Promise<void> {
    const { idempotency, log } = this.#dependencies;
    try {
      await idempotency.finish(keyId, key, answer);
    } catch (error) {
      if (!(error instanceof StateUnavailable)) throw error;
      log.warn({ error, id: answer.id }, 'the answer of a registration could not be kept');
    }
  }

  /**
   * An earlier try began and never ended: the process died between commit and answer. Where the endpoint was listed since then,
   * with all that this request declares, that try had made it.
   */
  #madeBefore(registration: Registration, since: Date): RegistrationResult | undefined {
    if (registration.kind !== 'listed') return undefined;

    const entry = this.#dependencies.store.snapshot.find(registration.id);
    if (!entry || new Date(entry.declared.createdAt) < since) return undefined;
    return declares(entry.declared, registration.request) ? made(entry, true) : undefined;
  }
}

function declares(service: DeclaredService, request: RegistrationRequest): boolean {
  return printServiceFile({ ...service, ...request }) === printServiceFile(service);
}

function resultOf(registration: Registration): RegistrationResult {
  if (registration.kind === 'created') return made(registration.entry, false);

  return registration.kind === 'listed' ? { kind: 'listed', id: registration.id } : registration;
}

function made(entry: Entry, replayed: boolean): RegistrationResult {
  return { kind: 'created', id: entry.declared.id, body: bodyOf(serviceView(entry)), replayed };
}

function asReplay(result: RegistrationResult): RegistrationResult {
  return result.kind === 'created' ? { ...result, replayed: true } : result;
}
