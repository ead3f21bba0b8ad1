import { z } from 'zod';
import { type Block, domainsOf } from '../../domain/block.ts';
import { type StateDatabase, upsert } from './database.ts';

const Row = z.object({
  kind: z.enum(['owner', 'host']),
  subject: z.string(),
  reason: z.string(),
  at: z.int(),
});

/** Owners and hosts that the operator blocks. Lookups are not cached, so a change by another process takes effect at once. */
export class SqlBlocks {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async ownerBlock(owner: string): Promise<Block | undefined> {
    return toBlock(
      await this.#database.get("SELECT * FROM block WHERE kind = 'owner' AND subject = ?", owner),
    );
  }

  async hostBlock(host: string): Promise<Block | undefined> {
    return toBlock(
      await this.#database.get(
        `SELECT * FROM block WHERE kind = 'host' AND subject IN (SELECT value FROM json_each(?))
         ORDER BY length(subject) DESC LIMIT 1`,
        JSON.stringify(domainsOf(host)),
      ),
    );
  }

  /** Newest first. */
  async list(): Promise<Block[]> {
    const rows = await this.#database.all('SELECT * FROM block ORDER BY at DESC, kind, subject');

    return rows.flatMap((row) => toBlock(row) ?? []);
  }

  /** A second block of the same subject replaces the first. */
  async add({ kind, subject, reason, at }: Block): Promise<void> {
    await this.#database.run(
      upsert('block', ['kind', 'subject'], ['reason', 'at']),
      kind,
      subject,
      reason,
      at.getTime(),
    );
  }

  /** Returns false when it is not blocked. */
  async remove({ kind, subject }: Pick<Block, 'kind' | 'subject'>): Promise<boolean> {
    const changed = await this.#database.run(
      'DELETE FROM block WHERE kind = ? AND subject = ?',
      kind,
      subject,
    );

    return changed === 1;
  }
}

function toBlock(row: unknown): Block | undefined {
  if (row === undefined) return undefined;

  const { at, ...block } = Row.parse(row);
  return { ...block, at: new Date(at) };
}
