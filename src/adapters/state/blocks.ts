import { z } from 'zod';
import { type Block, domainsOf } from '../../domain/block.ts';
import { SqlStore } from './database.ts';
import { rowOf, time } from './row.ts';
import { sql, these, upsert } from './sql.ts';

const blockIn = rowOf({ kind: z.enum(['owner', 'host']), subject: z.string(), reason: z.string(), at: time });

/** Owners and hosts that the operator blocks. Lookups are not cached, so a change by another process takes effect at once. */
export class SqlBlocks extends SqlStore {
  ownerBlock(owner: string): Promise<Block | undefined> {
    return this.database.getAs(blockIn, sql`SELECT * FROM block WHERE kind = 'owner' AND subject = ${owner}`);
  }

  /** The block of this host, or of the nearest domain that it belongs to. */
  hostBlock(host: string): Promise<Block | undefined> {
    return this.database.getAs(
      blockIn,
      sql`SELECT * FROM block WHERE kind = 'host' AND subject IN ${these(domainsOf(host))} ORDER BY length(subject) DESC LIMIT 1`,
    );
  }

  /** Newest first. */
  list(): Promise<readonly Block[]> {
    return this.database.allAs(blockIn, 'SELECT * FROM block ORDER BY at DESC, kind, subject');
  }

  /** A second block of the same subject replaces the first. */
  async add({ kind, subject, reason, at }: Block): Promise<void> {
    await this.database.run(upsert('block', { kind, subject }, { reason, at }));
  }

  /** Returns false when it is not blocked. */
  async remove({ kind, subject }: Pick<Block, 'kind' | 'subject'>): Promise<boolean> {
    return (
      (await this.database.run(sql`DELETE FROM block WHERE kind = ${kind} AND subject = ${subject}`)) === 1
    );
  }
}
