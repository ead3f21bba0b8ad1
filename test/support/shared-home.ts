import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BareRepository } from './bare-repository.ts';
import { serverIn, startAgainIn, stopServerIn } from './postgres-server.ts';

/** What several servers share: a PostgreSQL, and a bare git repository as the home of the catalog. */
export class SharedHome {
  readonly remote: BareRepository;
  /** Settings by which servers find both. */
  readonly settings: Readonly<Record<'DATABASE_URL' | 'CATALOG_REMOTE', string>>;
  readonly #folder: string;
  readonly #postgres: string;

  private constructor(folder: string, remote: BareRepository, postgres: string, url: string) {
    this.#folder = folder;
    this.remote = remote;
    this.#postgres = postgres;
    this.settings = { DATABASE_URL: url, CATALOG_REMOTE: remote.path };
  }

  /** With these files in the repository. */
  static async open(files = [{ path: 'README.md', content: 'Ours.' }]): Promise<SharedHome> {
    const folder = await mkdtemp(join(tmpdir(), 'tollbook-home-'));
    // PostgreSQL runs as another user, who may not look into the first folder.
    const postgres = await mkdtemp(join(tmpdir(), 'tollbook-postgres-'));
    const remote = await BareRepository.make(join(folder, 'listings.git'), files);

    return new SharedHome(folder, remote, postgres, await serverIn(postgres));
  }

  stopDatabase(): Promise<void> {
    return stopServerIn(this.#postgres);
  }

  startDatabase(): Promise<void> {
    return startAgainIn(this.#postgres);
  }

  /** Also after a test that left the database stopped. */
  async close(): Promise<void> {
    await stopServerIn(this.#postgres).catch(() => undefined);
    for (const folder of [this.#postgres, this.#folder]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}
