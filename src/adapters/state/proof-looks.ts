import { z } from 'zod';
import type { LookRecord } from '../../domain/proof.ts';
import { run, SqlStore } from './database.ts';
import { rowOf, time } from './row.ts';
import { sql, upsert } from './sql.ts';

const lookIn = rowOf({
  serviceId: z.string(),
  evidence: z.string(),
  heldAt: time,
  lookedAt: time,
  misses: z.int(),
});

/** What the daily looks at the proofs of services found. */
export class SqlProofLooks extends SqlStore {
  async all(): Promise<ReadonlyMap<string, LookRecord>> {
    const looks = await this.database.allAs(lookIn, 'SELECT * FROM proof_look');

    return new Map(looks.map(({ serviceId, ...look }) => [serviceId, look]));
  }

  async of(id: string): Promise<LookRecord | undefined> {
    const found = await this.database.getAs(lookIn, sql`SELECT * FROM proof_look WHERE service_id = ${id}`);
    if (!found) return undefined;

    const { serviceId: _id, ...look } = found;
    return look;
  }

  async record(serviceId: string, { evidence, heldAt, lookedAt, misses }: LookRecord): Promise<void> {
    await this.database.run(upsert('proof_look', { serviceId }, { evidence, heldAt, lookedAt, misses }));
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.database.transaction(function* () {
      for (const id of ids) yield* run(sql`DELETE FROM proof_look WHERE service_id = ${id}`);
    });
  }
}
