import type { UsedTokens } from '../../registration/workflow-identity.ts';
import { run, type StateDatabase } from './database.ts';

/** The tokens that were used and are not expired. */
export class SqlUsedTokens implements UsedTokens {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /** Uses a token up, and forgets expired ones. */
  async use(issuer: string, jti: string, expiresAt: Date, now: Date): Promise<boolean> {
    return this.#database.transaction(function* () {
      yield* run('DELETE FROM used_token WHERE expires_at <= ?', now.getTime());
      const added = yield* run(
        'INSERT INTO used_token (issuer, jti, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        issuer,
        jti,
        expiresAt.getTime(),
      );
      return added === 1;
    });
  }
}
