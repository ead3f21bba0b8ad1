import { serviceFilePath } from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Committer } from './committer.ts';
import type { RejectedFiles } from './rejected-files.ts';

interface Dependencies {
  readonly submit: Committer['submit'];
  readonly rejected: Pick<RejectedFiles, 'files'>;
}

/** Programs may replace a file by removing it first. */
const patienceMs = 5_000;

/**
 * Has the tombstones committed of services that somebody removed by hand. Where that fails, or the server stops, the next start does it: the
 * change log knows of the removal.
 */
export class Burials {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  bury(tombstones: readonly Tombstone[]): void {
    setTimeout(() => {
      for (const tombstone of tombstones) this.#commit(tombstone);
    }, patienceMs).unref();
  }

  /** A service whose file merely cannot be read is not gone. */
  #commit(tombstone: Tombstone): void {
    const { submit, rejected } = this.#dependencies;
    if (rejected.files.has(serviceFilePath(tombstone.id))) return;

    // The committer logs a failure itself.
    submit({ kind: 'bury', tombstone }).catch(() => undefined);
  }
}
