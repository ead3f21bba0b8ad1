import { z } from 'zod';
import { readSigner, signerId, signingFamilies } from '../../domain/signer.ts';
import type { SignInChallenge } from '../../registration/sign-in.ts';
import { get, run, type StateDatabase } from './database.ts';

const Row = z.object({
  account: z
    .string()
    .transform(readSigner)
    .pipe(z.object({ family: z.enum(signingFamilies), chain: z.string(), address: z.string() })),
  message: z.string(),
  expires_at: z.int(),
});
const Count = z.object({ open: z.int() });

/** Half a kilobyte each. Clients are limited, so that only many of them together can reach this. */
const defaultMostOpen = 10_000;

/** Sign-in challenges, until they are answered or expire. */
export class SqlChallenges {
  readonly #database: StateDatabase;
  readonly #mostOpen: number;

  constructor(database: StateDatabase, { mostOpen = defaultMostOpen }: { readonly mostOpen?: number } = {}) {
    this.#database = database;
    this.#mostOpen = mostOpen;
  }

  open({ nonce, signer, message, expiresAt }: SignInChallenge, now: Date): Promise<boolean> {
    const mostOpen = this.#mostOpen;
    return this.#database.transaction(function* () {
      yield* run('DELETE FROM challenge WHERE expires_at <= ?', now.getTime());
      const { open } = Count.parse(yield* get('SELECT count(*) AS open FROM challenge'));
      if (open >= mostOpen) return false;

      yield* run(
        'INSERT INTO challenge (nonce, account, message, expires_at) VALUES (?, ?, ?, ?)',
        nonce,
        signerId(signer),
        message,
        expiresAt.getTime(),
      );
      return true;
    });
  }

  async take(nonce: string): Promise<SignInChallenge | undefined> {
    const row = await this.#database.transaction(() =>
      get('DELETE FROM challenge WHERE nonce = ? RETURNING account, message, expires_at', nonce),
    );
    if (row === undefined) return undefined;

    const { account, message, expires_at } = Row.parse(row);
    return { nonce, signer: account, message, expiresAt: new Date(expires_at) };
  }
}
