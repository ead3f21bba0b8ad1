import type { UsedTokens } from '../../registration/workflow-identity.ts';
import { run, SqlStore } from './database.ts';
import { insert, sql } from './sql.ts';

/** The tokens that were used and are not expired. */
export class SqlUsedTokens extends SqlStore implements UsedTokens {
  /** Uses a token up, and forgets expired ones. */
  async use(issuer: string, jti: string, expiresAt: Date, now: Date): Promise<boolean> {
    return this.database.transaction(function* () {
      yield* run(sql`DELETE FROM used_token WHERE expires_at <= ${now}`);
      const token = insert('used_token', { issuer, jti, expiresAt });
      return (yield* run(sql`${token} ON CONFLICT DO NOTHING`)) === 1;
    });
  }
}
