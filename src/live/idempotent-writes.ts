import { StateUnavailable } from '../domain/state-unavailable.ts';
import { storedAnswer } from '../views/service.ts';
import type { Act, Outcome } from '../registration/act.ts';
import { madeEarlier, type RequestKey, type StoredAnswer } from '../registration/idempotency.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Committer } from './committer.ts';
import type { Clock, IdempotencyStore, Log } from './ports.ts';

/** The answer to an act, with or without an Idempotency-Key. */
export type WriteAnswer =
  | Outcome
  /** The answer that an earlier request with this key got. */
  | ({ readonly kind: 'replayed' } & StoredAnswer)
  /** An earlier request with this key had another body. */
  | { readonly kind: 'key_reused' };

interface Dependencies {
  readonly store: CatalogStore;
  readonly committer: Committer;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Submits acts to the committer, at most one for each Idempotency-Key. */
export class IdempotentWrites {
  readonly #dependencies: Dependencies;
  /** Running requests that have an Idempotency-Key. */
  readonly #running = new Map<string, { readonly bodyHash: string; readonly answer: Promise<WriteAnswer> }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The outcome that `submit` would have now; writes nothing. */
  try(act: Act): Outcome {
    return this.#dependencies.committer.try(act);
  }

  async submit(act: Act, request: RequestKey | undefined): Promise<WriteAnswer> {
    if (!request) return this.#dependencies.committer.submit(act);

    const name = `${request.keyId} ${request.key}`;
    const running = this.#running.get(name);
    if (running) {
      return running.bodyHash === request.bodyHash ? asReplay(await running.answer) : { kind: 'key_reused' };
    }

    const answer = this.#submitOnce(act, request);
    this.#running.set(name, { bodyHash: request.bodyHash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(name);
    }
  }

  async #submitOnce(act: Act, { keyId, key, bodyHash }: RequestKey): Promise<WriteAnswer> {
    const { store, committer, idempotency, clock } = this.#dependencies;
    const earlier = await idempotency.find(keyId, key, clock());
    if (earlier && earlier.bodyHash !== bodyHash) return { kind: 'key_reused' };
    if (earlier?.answer) return { kind: 'replayed', ...earlier.answer };

    if (!earlier) await idempotency.begin(keyId, key, bodyHash, clock());
    const outcome = await committer.submit(act);
    const made = earlier && madeEarlier(outcome, earlier.startedAt, store.snapshot);
    if (made) {
      await this.#keep(keyId, key, storedAnswer(made));
      return { kind: 'replayed', ...storedAnswer(made) };
    }

    // After a failure the key is kept, because the commit may turn out to have been made. After a refusal the client may fix the body.
    if (outcome.kind === 'created') await this.#keep(keyId, key, storedAnswer(outcome.entry));
    else if (outcome.kind !== 'failed') await idempotency.forget(keyId, key);
    return outcome;
  }

  /** Never fails, because the act is committed: without a stored answer, a retry of the request still finds its service. */
  async #keep(keyId: string, key: string, answer: StoredAnswer): Promise<void> {
    const { idempotency, log } = this.#dependencies;
    try {
      await idempotency.finish(keyId, key, answer);
    } catch (error) {
      if (!(error instanceof StateUnavailable)) throw error;
      log.warn({ error, id: answer.id }, 'the answer to a registration could not be stored');
    }
  }
}

function asReplay(answer: WriteAnswer): WriteAnswer {
  return answer.kind === 'created' ? { kind: 'replayed', ...storedAnswer(answer.entry) } : answer;
}
