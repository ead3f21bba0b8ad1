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
  /** Where the PostgreSQL of this home alone is. */
  readonly #postgres: string | undefined;

  private constructor(folder: string, remote: BareRepository, url: string, postgres?: string) {
    this.#folder = folder;
    this.remote = remote;
    this.#postgres = postgres;
    this.settings = { DATABASE_URL: url, CATALOG_REMOTE: remote.path };
  }

  /** With the database at a URL, or with a PostgreSQL of its own. */
  static async open(databaseUrl?: string): Promise<SharedHome> {
    const folder = await mkdtemp(join(tmpdir(), 'tollbook-home-'));
    const files = [{ path: 'README.md', content: 'Ours.' }];
    const remote = await BareRepository.make(join(folder, 'listings.git'), files);
    if (databaseUrl !== undefined) return new SharedHome(folder, remote, databaseUrl);

    // PostgreSQL runs as another user, who may not look into the first folder.
    const postgres = await mkdtemp(join(tmpdir(), 'tollbook-postgres-'));
    return new SharedHome(folder, remote, await serverIn(postgres), postgres);
  }

  stopDatabase(): Promise<void> {
    return stopServerIn(this.#ownPostgres);
  }

  startDatabase(): Promise<void> {
    return startAgainIn(this.#ownPostgres);
  }

  get #ownPostgres(): string {
    if (this.#postgres === undefined) throw new Error('others use this database too');
    return this.#postgres;
  }

  /** Also after a test that left the database stopped. */
  async close(): Promise<void> {
    const folders = [this.#folder];
    if (this.#postgres !== undefined) {
      await stopServerIn(this.#postgres).catch(() => undefined);
      folders.push(this.#postgres);
    }
    for (const folder of folders) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}
