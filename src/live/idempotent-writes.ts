import { setTimeout as sleep } from 'node:timers/promises';
import { StateUnavailable } from '../domain/unavailable.ts';
import type { Actor } from '../domain/owner.ts';
import type { Act, BatchAct, Outcome, RegisterAct } from '../registration/act.ts';
import {
  withEarlierOutcome,
  type IdempotencyRecord,
  madeBy,
  type RequestKey,
  type StoredAnswer,
} from '../registration/idempotency.ts';
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

export type NewServices = BatchAct | (RegisterAct & { readonly by: Actor });

type Print = (outcome: Outcome) => StoredAnswer | undefined;

interface Dependencies {
  readonly store: CatalogStore;
  readonly committer: Committer;
  readonly idempotency: IdempotencyStore;
  /**
   * How long another server may take to answer a request, in milliseconds: a repetition waits so long after the first has begun. 0 where there is no
   * other server.
   */
  readonly patienceMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

const pollMs = 100;

/** The longest answer that is stored, in characters; as much again for each service that it made. A batch can be refused at length, for ever. */
const longestStored = 4 * 1024;

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

  /** `print` gives the answer that a repeated request gets too; undefined for an outcome that is not stored. */
  async submit(act: NewServices, request: RequestKey | undefined, print: Print): Promise<WriteAnswer> {
    if (!request) return this.#dependencies.committer.submit(act);

    const name = `${request.keyId} ${request.key}`;
    const running = this.#running.get(name);
    if (running) {
      return running.bodyHash === request.bodyHash
        ? asReplay(await running.answer, print)
        : { kind: 'key_reused' };
    }

    const answer = this.#submitOnce(act, request, print);
    this.#running.set(name, { bodyHash: request.bodyHash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(name);
    }
  }

  async #submitOnce(act: NewServices, request: RequestKey, print: Print): Promise<WriteAnswer> {
    const { store, committer, idempotency, clock } = this.#dependencies;
    const { keyId, key, bodyHash } = request;
    const earlier = await this.#earlier(request);
    if (earlier && earlier.bodyHash !== bodyHash) return { kind: 'key_reused' };
    if (earlier?.answer) return { kind: 'replayed', ...earlier.answer };

    const expected = earlier?.expected ?? madeBy(committer.try(act));
    const isOwn = earlier ?? (await idempotency.begin(keyId, key, { bodyHash, expected }, clock()));
    if (!isOwn) return this.#submitOnce(act, request, print);
    const decided = await committer.submit(act);
    const outcome = earlier ? withEarlierOutcome(decided, expected, act.by, store.snapshot) : decided;

    // After a failure the key is retained, because the commit may turn out to have been made. After a refusal the client may fix the body.
    const answer = print(outcome);
    if (answer) await this.#storeShort(request, answer, madeBy(outcome).length);
    else if (outcome.kind !== 'failed') await idempotency.forget(keyId, key);
    return outcome === decided ? outcome : asReplay(outcome, print);
  }

  /** The record of an earlier request with this key, once no other server can still be processing it. */
  async #earlier({ keyId, key, bodyHash }: RequestKey): Promise<IdempotencyRecord | undefined> {
    const { idempotency, patienceMs, clock } = this.#dependencies;
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const found = await idempotency.find(keyId, key, clock());
      if (!found || found.answer || found.bodyHash !== bodyHash) return found;
      const isOld = clock().getTime() - found.startedAt.getTime() >= patienceMs;
      if (isOld || performance.now() >= deadline) return found;
      await sleep(pollMs);
    }
  }

  /**
   * Never fails, because the act is committed: without a stored answer, a retry of the request still finds its services, and is refused for the
   * same reasons. So a long answer need not be stored.
   */
  async #storeShort({ keyId, key }: RequestKey, answer: StoredAnswer, made: number): Promise<void> {
    const { idempotency, log } = this.#dependencies;
    if (answer.body.length > longestStored * (1 + made)) return;

    try {
      await idempotency.finish(keyId, key, answer);
    } catch (error) {
      if (!(error instanceof StateUnavailable)) throw error;
      log.warn({ error, id: answer.id }, 'the answer to a registration could not be stored');
    }
  }
}

function asReplay(answer: WriteAnswer, print: Print): WriteAnswer {
  if (answer.kind === 'replayed' || answer.kind === 'key_reused') return answer;

  const printed = print(answer);
  return printed ? { kind: 'replayed', ...printed } : answer;
}
