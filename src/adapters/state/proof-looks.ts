import { z } from 'zod';
import type { LookRecord } from '../../domain/proof.ts';
import { run, type StateDatabase, upsert } from './database.ts';

const Row = z.object({
  service_id: z.string(),
  evidence: z.string(),
  held_at: z.int(),
  looked_at: z.int(),
  misses: z.int(),
});

/** What the daily looks at the proofs of services found. */
export class SqlProofLooks {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async all(): Promise<ReadonlyMap<string, LookRecord>> {
    const rows = await this.#database.all('SELECT * FROM proof_look');

    return new Map(rows.map(toRecord));
  }

  async of(id: string): Promise<LookRecord | undefined> {
    const row = await this.#database.get('SELECT * FROM proof_look WHERE service_id = ?', id);

    return row === undefined ? undefined : toRecord(row)[1];
  }

  async record(id: string, { evidence, heldAt, lookedAt, misses }: LookRecord): Promise<void> {
    await this.#database.run(
      upsert('proof_look', ['service_id'], ['evidence', 'held_at', 'looked_at', 'misses']),
      id,
      evidence,
      heldAt.getTime(),
      lookedAt.getTime(),
      misses,
    );
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.#database.transaction(function* () {
      for (const id of ids) yield* run('DELETE FROM proof_look WHERE service_id = ?', id);
    });
  }
}

function toRecord(row: unknown): [id: string, record: LookRecord] {
  const { service_id, evidence, held_at, looked_at, misses } = Row.parse(row);

  return [service_id, { evidence, heldAt: new Date(held_at), lookedAt: new Date(looked_at), misses }];
}
