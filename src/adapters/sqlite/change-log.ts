import { z } from 'zod';
import type { ServiceChange } from '../../domain/service-change.ts';
import type { Tombstone } from '../../domain/tombstone.ts';
import type { StateDatabase } from './database.ts';

const KnownRow = z.object({
  service_id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  digest: z.string(),
});
const TombstoneRow = z.object({
  service_id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  at: z.int(),
});

/** A log of every change to the catalog, in the order in which this server saw them. */
export class SqliteChangeLog {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async append(changes: readonly ServiceChange[]): Promise<void> {
    await this.#database.transaction((statements) => {
      for (const { at, kind, id, name, endpoint, digest, commit } of changes) {
        statements.run(
          'INSERT INTO change (at, kind, service_id, name, endpoint, digest, commit_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
          at.getTime(),
          kind,
          id,
          name,
          endpoint,
          digest,
          commit,
        );
      }
    });
  }

  /** The services that the last change left listed, each as its own last change recorded it. */
  async listed(): Promise<Map<string, { name: string; endpoint: string; digest: string }>> {
    const rows = await this.#database.all(
      `SELECT service_id, name, endpoint, digest FROM change
       WHERE seq IN (SELECT max(seq) FROM change GROUP BY service_id) AND kind <> 'deleted'`,
    );

    return new Map(
      rows.map((row) => {
        const { service_id, name, endpoint, digest } = KnownRow.parse(row);
        return [service_id, { name, endpoint, digest }];
      }),
    );
  }

  /** What is left of the services whose last change was their removal. */
  async removed(): Promise<Tombstone[]> {
    const rows = await this.#database.all(
      `SELECT service_id, name, endpoint, at FROM change
       WHERE seq IN (SELECT max(seq) FROM change GROUP BY service_id) AND kind = 'deleted'`,
    );

    return rows.map((row) => {
      const { service_id, name, endpoint, at } = TombstoneRow.parse(row);
      return { id: service_id, name, endpoint, deletedAt: new Date(at).toISOString() };
    });
  }
}
