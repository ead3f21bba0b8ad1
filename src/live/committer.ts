import { CatalogMoved, CommitFailure } from '../domain/commit-failure.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { RegistrationRequest } from '../domain/declaration.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { decide, type Decision } from '../registration/decide.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Clock, CommitInfo, Log, Repository } from './ports.ts';
import type { RejectedFiles } from './rejected-files.ts';
import type { SerialQueue } from './serial-queue.ts';

export type Registration =
  | { readonly kind: 'created'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'listed'; readonly id: string; readonly request: RegistrationRequest }
  /** The commit could not be made, and nothing of it was kept. */
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number | undefined };

interface Dependencies {
  readonly store: CatalogStore;
  readonly rejected: Pick<RejectedFiles, 'listings'>;
  readonly repository: Repository;
  /** The one writer of the catalog folder. */
  readonly writer: SerialQueue;
  readonly policy: EndpointPolicy;
  readonly clock: Clock;
  readonly log: Log;
  /** Applies commits made elsewhere; the caller holds the writer lock. Absent where nobody else commits. */
  readonly catchUp?: () => Promise<void>;
  /** Reads every file again: brings the running catalog up to date when a commit could not be published. */
  readonly reread: () => Promise<void>;
}

interface Job {
  readonly input: unknown;
  readonly resolve: (registration: Registration) => void;
  readonly reject: (error: unknown) => void;
}

/** More in one commit would make the first of them wait too long. */
const maxBatch = 256;

/** So often registrations are decided anew, because others changed the catalog at the same time. */
const tries = 4;

/**
 * Makes registrations into commits. Those that arrive while a commit is running share the next one, so that throughput grows with
 * load, while each is answered only after its own commit.
 */
export class Committer {
  readonly #dependencies: Dependencies;
  readonly #waiting: Job[] = [];
  /** Resolves when nothing waits any more; undefined while nothing does. */
  #work: Promise<void> | undefined;
  readonly #draining = new AbortController();
  #lastFailure: CommitFailure | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why nothing can be committed now; undefined when something can. */
  commitObstacle(): Promise<string | undefined> {
    return this.#dependencies.repository.commitObstacle();
  }

  /** Why the last commit that was tried failed; undefined when it did not. */
  get lastFailure(): string | undefined {
    return this.#lastFailure?.message;
  }

  /** What needs no commit is answered at once, by the catalog as it is shown now. */
  async submit(input: unknown): Promise<Registration> {
    const tried = this.try(input);
    if (tried.kind !== 'created') return tried;

    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      this.#work ??= this.#commitWaiting();
    });
  }

  /** Commits whatever waits, now and from now on, without waiting until the repository is ready: for the end of the process. */
  async drain(): Promise<void> {
    this.#draining.abort();
    await this.#work;
  }

  /** What a registration would come to, without making it. */
  try(input: unknown): Registration {
    const { draft, decisions } = this.#decide([input]);
    const [decision] = decisions;

    if (!decision) throw new Error('one input has one decision');
    return outcome(decision, draft);
  }

  /** Waits outside the writer lock, so that others may use it meanwhile, and takes along whatever arrives until the lock is taken. */
  async #commitWaiting(): Promise<void> {
    const { repository, writer } = this.#dependencies;

    while (this.#waiting.length > 0) {
      await repository.ready(this.#draining.signal);
      await writer.run(() => this.#commitBatch());
    }
    this.#work = undefined;
  }

  async #commitBatch(): Promise<void> {
    const batch = this.#waiting.splice(0, maxBatch);

    try {
      const outcomes = await this.#commitOnLatest(batch.map(({ input }) => input));
      for (const [i, result] of outcomes.entries()) batch[i]?.resolve(result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Where others were quicker, decides anew in the catalog that they left. */
  async #commitOnLatest(inputs: readonly unknown[]): Promise<Registration[]> {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      try {
        return await this.#commitAll(inputs);
      } catch (error) {
        if (!(error instanceof CatalogMoved)) throw error;
      }
      const failure = await this.#catchUp();
      if (failure) return this.#failAll(inputs, failure);
    }
    return this.#failAll(inputs, new CommitFailure('others kept changing the catalog'));
  }

  /** Answers why the catalog of others could not be taken up; undefined when it was. */
  async #catchUp(): Promise<CommitFailure | undefined> {
    try {
      await this.#dependencies.catchUp?.();
      return undefined;
    } catch (error) {
      return new CommitFailure('what others did to the catalog cannot be read', { cause: error });
    }
  }

  #failAll(inputs: readonly unknown[], failure: CommitFailure): Registration[] {
    this.#fail(failure, inputs.length);
    return inputs.map(() => ({ kind: 'failed' }));
  }

  #fail(failure: CommitFailure, services: number): void {
    if (!failure.isRefusal) this.#lastFailure = failure;
    this.#dependencies.log.error({ error: failure, services }, 'a commit could not be made');
  }

  async #commitAll(inputs: readonly unknown[]): Promise<Registration[]> {
    const before = this.#dependencies.store.snapshot;
    const { draft, decisions } = this.#decide(inputs);
    const accepted = decisions.flatMap((decision) =>
      decision.kind === 'accepted' ? [decision.service] : [],
    );
    const failure = accepted.length === 0 ? undefined : await this.#commit(accepted);

    return decisions.map((decision) => {
      const restsOnCommit =
        decision.kind === 'accepted' || (decision.kind === 'listed' && !before.find(decision.id));
      return restsOnCommit && failure
        ? { kind: 'failed', retryAfterSeconds: failure.retryAfterSeconds }
        : outcome(decision, draft);
    });
  }

  /** Decides one after the other, each in the catalog that those before it leave. */
  #decide(inputs: readonly unknown[]): { draft: Snapshot; decisions: Decision[] } {
    const { store, rejected, policy, clock } = this.#dependencies;
    let draft = store.snapshot;

    const decisions = inputs.map((input) => {
      const decision = decide(input, rejected.listings(draft), policy, clock());
      if (decision.kind === 'accepted') draft = draft.declare([decision.service]);
      return decision;
    });
    return { draft, decisions };
  }

  /** Answers why the commit could not be made; undefined when it was. @throws {CatalogMoved} */
  async #commit(services: readonly DeclaredService[]): Promise<CommitFailure | undefined> {
    const { repository, clock } = this.#dependencies;
    const files = services.map((service) => ({
      path: serviceFilePath(service.id),
      text: printServiceFile(service),
    }));

    try {
      const version = await repository.commit(files, messageFor(services), clock());
      this.#lastFailure = undefined;
      await this.#publish(services, version);
      return undefined;
    } catch (error) {
      if (!(error instanceof CommitFailure)) throw error;

      this.#fail(error, services.length);
      return error;
    }
  }

  /** The commit stands, so nothing here may fail it: what cannot be shown now is read again from its files. */
  async #publish(services: readonly DeclaredService[], version: CommitInfo): Promise<void> {
    const { store, reread, log } = this.#dependencies;
    try {
      await store.publish({ put: services, removed: [] }, version);
    } catch (error) {
      log.error(
        { error, commit: version.commit },
        'a commit could not be published; all files are read again',
      );
      void reread();
    }
  }
}

function outcome(decision: Decision, catalog: Snapshot): Registration {
  if (decision.kind !== 'accepted') return decision;

  const entry = catalog.find(decision.service.id);
  return entry ? { kind: 'created', entry } : { kind: 'failed' };
}

function messageFor(services: readonly DeclaredService[]): string {
  const [first] = services;
  if (services.length === 1 && first) return `Register ${first.id}`;

  return [`Register ${String(services.length)} services`, '', ...services.map(({ id }) => `- ${id}`)].join(
    '\n',
  );
}
