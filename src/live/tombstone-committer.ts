import { serviceFilePath } from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Outcome } from '../registration/act.ts';
import type { Committer } from './committer.ts';
import type { RejectedFiles } from './rejected-files.ts';

interface Dependencies {
  readonly submit: Committer['submit'];
  readonly rejected: Pick<RejectedFiles, 'files'>;
}

/** Some programs replace a file by removing it first. */
const patienceMs = 5_000;

/** Pause after a commit that failed. */
const retryMs = 60_000;

/**
 * Commits the tombstones of services whose files somebody removed by hand. If the server stops before, the next start does it, because the
 * change log holds the removal.
 */
export class TombstoneCommitter {
  readonly #dependencies: Dependencies;
  /** Tombstones that are not committed yet, by id. */
  readonly #open = new Map<string, Tombstone>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  bury(tombstones: readonly Tombstone[]): void {
    const added = tombstones.map(({ id }) => id).filter((id) => !this.#open.has(id));
    for (const tombstone of tombstones) this.#open.set(tombstone.id, tombstone);
    if (added.length > 0) this.#commitAfter(patienceMs, added);
  }

  #commitAfter(ms: number, ids: readonly string[]): void {
    setTimeout(() => {
      for (const id of ids) void this.#commit(id);
    }, ms).unref();
  }

  async #commit(id: string): Promise<void> {
    const outcome = await this.#submit(id);
    if (outcome?.kind === 'failed') this.#commitAfter(retryMs, [id]);
    else this.#open.delete(id);
  }

  /** A service whose file merely cannot be read is not gone. */
  async #submit(id: string): Promise<Outcome | undefined> {
    const { submit, rejected } = this.#dependencies;
    const tombstone = this.#open.get(id);
    if (!tombstone || rejected.files.has(serviceFilePath(id))) return undefined;

    // The committer logs a failure itself.
    return submit({ kind: 'bury', tombstone }).catch(() => ({ kind: 'failed' as const }));
  }
}
