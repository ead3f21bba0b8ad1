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

  /** Keeps a checkpoint, unless a build or a server beside this process has signed one of at least its size. Resolves to the one that is kept. */
  async remember(origin: string, { size, root, note }: z.infer<typeof Row>): Promise<z.infer<typeof Row>> {
    return this.#database.transaction(function* () {
      yield* run(
        `INSERT INTO signed_checkpoint (origin, size, root, note) VALUES (?, ?, ?, ?)
         ON CONFLICT (origin) DO UPDATE SET size = excluded.size, root = excluded.root, note = excluded.note
         WHERE excluded.size > signed_checkpoint.size`,
        origin,
        size,
        root,
        note,
      );
      return Row.parse(yield* get('SELECT size, root, note FROM signed_checkpoint WHERE origin = ?', origin));
    });
  }
}
