import { CommitFailure } from '../domain/commit-failure.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { FieldProblem } from '../domain/problem.ts';
import type { DeclaredService, RegistrationRequest } from '../domain/service.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { type Decision, decide } from '../registration/decide.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Clock, Log, Repository } from './ports.ts';
import type { SerialQueue } from './serial-queue.ts';

export type Registration =
  | { readonly kind: 'created'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'listed'; readonly id: string; readonly request: RegistrationRequest }
  /** The commit could not be made, and nothing of it was kept. */
  | { readonly kind: 'failed' };

interface Dependencies {
  readonly store: CatalogStore;
  readonly repository: Repository;
  /** The one writer of the catalog folder. */
  readonly writer: SerialQueue;
  readonly policy: EndpointPolicy;
  readonly clock: Clock;
  readonly log: Log;
}

interface Job {
  readonly input: unknown;
  readonly resolve: (registration: Registration) => void;
  readonly reject: (error: unknown) => void;
}

/** More in one commit would make the first of them wait too long. */
const maxBatch = 256;

/**
 * Makes registrations into commits. Those that arrive while a commit is running share the next one, so that throughput grows with
 * load, while each is answered only after its own commit.
 */
export class Committer {
  readonly #dependencies: Dependencies;
  #waiting: Job[] = [];
  #lastFailure: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the last commit failed; undefined when it did not. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  submit(input: unknown): Promise<Registration> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      if (this.#waiting.length === 1) this.#commitSoon();
    });
  }

  /** What a registration would come to, without making it. */
  try(input: unknown): Registration {
    const { draft, decisions } = this.#decide([input]);
    const [decision] = decisions;

    return decision ? outcome(decision, draft) : { kind: 'failed' };
  }

  #commitSoon(): void {
    void this.#dependencies.writer.run(async () => {
      const batch = this.#waiting.slice(0, maxBatch);
      this.#waiting = this.#waiting.slice(maxBatch);
      if (this.#waiting.length > 0) this.#commitSoon();

      try {
        const outcomes = await this.#commitAll(batch.map(({ input }) => input));
        for (const [i, result] of outcomes.entries()) batch[i]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    });
  }

  async #commitAll(inputs: readonly unknown[]): Promise<Registration[]> {
    const before = this.#dependencies.store.snapshot;
    const { draft, decisions } = this.#decide(inputs);
    const accepted = decisions.flatMap((decision) =>
      decision.kind === 'accepted' ? [decision.service] : [],
    );
    const committed = accepted.length === 0 || (await this.#commit(accepted));

    return decisions.map((decision) => {
      const restsOnCommit =
        decision.kind === 'accepted' || (decision.kind === 'listed' && !before.find(decision.id));
      return restsOnCommit && !committed ? { kind: 'failed' } : outcome(decision, draft);
    });
  }

  /** Decides one after the other, each in the catalog that those before it leave. */
  #decide(inputs: readonly unknown[]): { draft: Snapshot; decisions: Decision[] } {
    const { store, policy, clock } = this.#dependencies;
    let draft = store.snapshot;

    const decisions = inputs.map((input) => {
      const decision = decide(input, store.listings(draft), policy, clock());
      if (decision.kind === 'accepted') draft = draft.declare([decision.service]);
      return decision;
    });
    return { draft, decisions };
  }

  /** False when the commit could not be made. */
  async #commit(services: readonly DeclaredService[]): Promise<boolean> {
    const { store, repository, clock } = this.#dependencies;
    const files = services.map((service) => ({
      path: serviceFilePath(service.id),
      text: printServiceFile(service),
    }));

    try {
      const version = await repository.commit(files, messageFor(services), clock());
      this.#lastFailure = undefined;
      await store.publish({ put: services, removed: [] }, version);
      return true;
    } catch (error) {
      if (!(error instanceof CommitFailure)) throw error;

      this.#lastFailure = error.message;
      this.#dependencies.log.error({ error, services: services.length }, 'a commit could not be made');
      return false;
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
