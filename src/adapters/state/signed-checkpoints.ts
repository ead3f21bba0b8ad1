import { z } from 'zod';
import { get, run, type StateDatabase } from './database.ts';

const Row = z.object({ size: z.int(), root: z.instanceof(Buffer), note: z.string() });

/** The last checkpoint of each log that was signed here. */
export class SqlSignedCheckpoints {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async last(origin: string): Promise<z.infer<typeof Row> | undefined> {
    const row = await this.#database.get(
      'SELECT size, root, note FROM signed_checkpoint WHERE origin = ?',
      origin,
    );

    return row === undefined ? undefined : Row.parse(row);
  }

  /**
   * Stores a checkpoint, unless a build or another server has signed one that is at least as large, or that it does not continue: so two of them
   * never sign different pasts. Resolves to the stored one.
   */
  async remember(
    origin: string,
    { size, root, note }: z.infer<typeof Row>,
    continues: (last: z.infer<typeof Row>) => boolean,
  ): Promise<z.infer<typeof Row>> {
    return this.#database.transaction(function* () {
      const known = yield* get('SELECT size, root, note FROM signed_checkpoint WHERE origin = ?', origin);
      const last = known === undefined ? undefined : Row.parse(known);
      if (last && (last.size >= size || !continues(last))) return last;

      yield* run(
        `INSERT INTO signed_checkpoint (origin, size, root, note) VALUES (?, ?, ?, ?)
         ON CONFLICT (origin) DO UPDATE SET size = excluded.size, root = excluded.root, note = excluded.note`,
        origin,
        size,
        root,
        note,
      );
      return { size, root, note };
    });
  }
}
