import { z } from 'zod';
import { readSigner, signerId, signingFamilies } from '../../domain/signer.ts';
import type { SignInChallenge } from '../../registration/sign-in.ts';
import { get, getAs, run, type StateDatabase } from './database.ts';
import { rowOf, time } from './row.ts';
import { insert, sql } from './sql.ts';

const challengeIn = rowOf({
  account: z
    .string()
    .transform(readSigner)
    .pipe(z.object({ family: z.enum(signingFamilies), chain: z.string(), address: z.string() })),
  message: z.string(),
  expiresAt: time,
});
const countIn = rowOf({ open: z.int() });

/** Half a kilobyte each. Clients are limited, so that only many of them together can reach this. */
const defaultMostOpen = 10_000;

/** Sign-in challenges, until they are answered or expire. */
export class SqlChallenges {
  readonly #database: StateDatabase;
  readonly #maxOpen: number;

  constructor(database: StateDatabase, { maxOpen = defaultMostOpen }: { readonly maxOpen?: number } = {}) {
    this.#database = database;
    this.#maxOpen = maxOpen;
  }

  open({ nonce, signer, message, expiresAt }: SignInChallenge, now: Date): Promise<boolean> {
    const maxOpen = this.#maxOpen;
    return this.#database.transaction(function* () {
      yield* run(sql`DELETE FROM challenge WHERE expires_at <= ${now}`);
      if (countIn(yield* get('SELECT count(*) AS open FROM challenge')).open >= maxOpen) return false;

      yield* run(insert('challenge', { nonce, account: signerId(signer), message, expiresAt }));
      return true;
    });
  }

  async take(nonce: string): Promise<SignInChallenge | undefined> {
    const taken = await this.#database.transaction(() =>
      getAs(
        challengeIn,
        sql`DELETE FROM challenge WHERE nonce = ${nonce} RETURNING account, message, expires_at`,
      ),
    );
    if (!taken) return undefined;

    const { account: signer, ...is } = taken;
    return { nonce, signer, ...is };
  }
}
