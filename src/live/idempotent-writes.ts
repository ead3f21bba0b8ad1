import type { Entry } from '../domain/snapshot.ts';
import { StateUnavailable } from '../domain/state-unavailable.ts';
import { bodyOf } from '../views/body.ts';
import { serviceView } from '../views/service.ts';
import type { Act } from '../registration/act.ts';
import { madeEarlier, type RequestKey, type StoredAnswer } from '../registration/idempotency.ts';
import type { Outcome } from '../registration/act.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Committer } from './committer.ts';
import type { Clock, IdempotencyStore, Log } from './ports.ts';

/** What is answered to an act that may come with an Idempotency-Key. */
export type Answer =
  | Outcome
  /** An earlier request with this key got this answer. */
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

/** Submits acts to the committer, each Idempotency-Key at most once. */
export class IdempotentWrites {
  readonly #dependencies: Dependencies;
  /** Requests with an Idempotency-Key that are running now. */
  readonly #running = new Map<string, { readonly bodyHash: string; readonly answer: Promise<Answer> }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** What `submit` would answer now, without writing anything. */
  try(act: Act): Outcome {
    return this.#dependencies.committer.try(act);
  }

  async submit(act: Act, request: RequestKey | undefined): Promise<Answer> {
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

  async #submitOnce(act: Act, { keyId, key, bodyHash }: RequestKey): Promise<Answer> {
    const { store, committer, idempotency, clock } = this.#dependencies;
    const earlier = await idempotency.find(keyId, key, clock());
    if (earlier && earlier.bodyHash !== bodyHash) return { kind: 'key_reused' };
    if (earlier?.answer) return { kind: 'replayed', ...earlier.answer };

    if (!earlier) await idempotency.begin(keyId, key, bodyHash, clock());
    const outcome = await committer.submit(act);
    const made = earlier && madeEarlier(outcome, earlier.startedAt, store.snapshot);
    if (made) {
      await this.#keep(keyId, key, answerOf(made));
      return { kind: 'replayed', ...answerOf(made) };
    }

    // After a failure the key stays: the commit may turn out later to have been made. After a refusal the body may be mended.
    if (outcome.kind === 'created') await this.#keep(keyId, key, answerOf(outcome.entry));
    else if (outcome.kind !== 'failed') await idempotency.forget(keyId, key);
    return outcome;
  }

  /** The act is committed, so it is answered even when the answer cannot be kept: the same request finds its service again. */
  async #keep(keyId: string, key: string, answer: StoredAnswer): Promise<void> {
    const { idempotency, log } = this.#dependencies;
    try {
      await idempotency.finish(keyId, key, answer);
    } catch (error) {
      if (!(error instanceof StateUnavailable)) throw error;
      log.warn({ error, id: answer.id }, 'the answer of a registration could not be kept');
    }
  }
}

/** The answer to an act that made or changed a service. */
export function answerOf(entry: Entry): StoredAnswer {
  return { id: entry.declared.id, body: bodyOf(serviceView(entry)) };
}

function asReplay(answer: Answer): Answer {
  return answer.kind === 'created' ? { kind: 'replayed', ...answerOf(answer.entry) } : answer;
}
