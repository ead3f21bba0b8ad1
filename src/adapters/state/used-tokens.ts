import type { UsedTokens } from '../../registration/workflow-identity.ts';
import { run, type StateDatabase } from './database.ts';
import { insert, sql } from './sql.ts';

/** The tokens that were used and are not expired. */
export class SqlUsedTokens implements UsedTokens {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /** Uses a token up, and forgets expired ones. */
  async use(issuer: string, jti: string, expiresAt: Date, now: Date): Promise<boolean> {
    return this.#database.transaction(function* () {
      yield* run(sql`DELETE FROM used_token WHERE expires_at <= ${now}`);
      const token = insert('used_token', { issuer, jti, expiresAt });
      return (yield* run(sql`${token} ON CONFLICT DO NOTHING`)) === 1;
    });
  }
}
