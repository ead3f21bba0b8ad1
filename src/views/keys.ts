import { z } from 'zod';
import { OwnerId } from '../domain/owner.ts';
import { Scope } from '../domain/scope.ts';
import { twinAccounts } from '../domain/signer.ts';
import { Timestamp } from '../domain/timestamp.ts';
import type { ApiKey } from '../registration/api-key.ts';
import type { SignInChallenge } from '../registration/sign-in.ts';

const id = z.string().meta({ description: 'Id of the key: the middle part of `tbk_<id>_<secret>`.' });

/** What an account has to sign to get a key. */
export const SignInChallengeView = z.strictObject({
  message: z
    .string()
    .meta({ description: `The text to sign: EIP-4361, or its twin for ${twinAccounts.join(' or ')}.` }),
  nonce: z.string(),
  expiresAt: Timestamp,
});
export type SignInChallengeView = z.infer<typeof SignInChallengeView>;

export function signInChallengeView({ message, nonce, expiresAt }: SignInChallenge): SignInChallengeView {
  return { message, nonce, expiresAt: expiresAt.toISOString() };
}

/** A new key, with its secret. */
export const IssuedKey = z.strictObject({
  key: z.string().meta({ description: 'The key, `tbk_<id>_<secret>`. It cannot be shown again.' }),
  id,
  owner: OwnerId,
  expiresAt: Timestamp,
});
export type IssuedKey = z.infer<typeof IssuedKey>;

/** The answer about a new key. */
interface NewKey {
  readonly id: string;
  readonly owner: string;
  /** What its owner sends. */
  readonly token: string;
  readonly expiresAt: Date;
}

export function issuedKey({ token, id, owner, expiresAt }: NewKey): IssuedKey {
  return { key: token, id, owner, expiresAt: expiresAt.toISOString() };
}

/** A key without its secret. */
export const KeyView = z.strictObject({
  id,
  owner: OwnerId,
  repository: z.string().optional().meta({
    description:
      'Id of the repository whose listings the key is for. Absent when it is for all of its owner.',
  }),
  scope: Scope,
  createdAt: Timestamp,
  expiresAt: z.nullable(Timestamp).meta({ description: 'Null when it never expires.' }),
  revokedAt: z.nullable(Timestamp).meta({ description: 'Null unless it was revoked.' }),
});
export type KeyView = z.infer<typeof KeyView>;

export const KeysView = z.array(KeyView);

export function keyView({ id, owner, repository, scope, createdAt, expiresAt, revokedAt }: ApiKey): KeyView {
  return {
    id,
    owner,
    ...(repository === undefined ? {} : { repository }),
    scope,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
