import { z } from 'zod';
import { getAs, run, SqlStore, type Work } from './database.ts';
import { rowOf } from './row.ts';
import { sql, upsert } from './sql.ts';

const checkpointIn = rowOf({ size: z.int(), root: z.instanceof(Buffer), note: z.string() });
type Checkpoint = ReturnType<typeof checkpointIn>;

/** The last checkpoint of each log that was signed here. */
export class SqlSignedCheckpoints extends SqlStore {
  last(origin: string): Promise<Checkpoint | undefined> {
    return this.database.read(() => lastOf(origin));
  }

  /**
   * Stores a checkpoint, unless a build or another server has signed one that is at least as large, or that it does not continue: so two of them
   * never sign different pasts. Resolves to the stored one.
   */
  async remember(
    origin: string,
    { size, root, note }: Checkpoint,
    continues: (last: Checkpoint) => boolean,
  ): Promise<Checkpoint> {
    return this.database.transaction(function* () {
      const last = yield* lastOf(origin);
      if (last && (last.size >= size || !continues(last))) return last;

      yield* run(upsert('signed_checkpoint', { origin }, { size, root, note }));
      return { size, root, note };
    });
  }
}

function lastOf(origin: string): Work<Checkpoint | undefined> {
  return getAs(checkpointIn, sql`SELECT size, root, note FROM signed_checkpoint WHERE origin = ${origin}`);
}
