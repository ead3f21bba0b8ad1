import { sha256 } from '@noble/hashes/sha2.js';
import { base32crockford, utf8 } from '@scure/base';
import { type Actor, isSelfMade } from '../domain/owner.ts';
import type { Scope } from '../domain/scope.ts';

/** A key that acts for an owner. The secret itself is never stored, only its SHA-256. */
export interface ApiKey extends Actor {
  readonly id: string;
  readonly scope: Scope;
  readonly secretHash: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** How many live keys that it made itself an owner may hold, or each repository of an owner. */
export const maxOwnKeys = 100;

const token = /^tbk_([0-9a-z]{8,32})_([0-9a-z]{52})$/;
const idBytes = 8;
const secretBytes = 32;

/** Whom a new key acts for, and what it may do: `write` by default. */
export interface KeyHolder extends Actor {
  readonly scope?: Scope | undefined;
}

export function isKeyId(text: string): boolean {
  return /^[0-9a-z]{8,32}$/.test(text);
}

/** Makes a key with a secret of 256 random bits, and the token for its owner: `tbk_<id>_<secret>`. */
export function makeKey(
  { owner, repository, scope = 'write' }: KeyHolder,
  now: Date,
  expiresAt: Date | undefined,
): { key: ApiKey; token: string } {
  const id = randomText(idBytes);
  const secret = randomText(secretBytes);

  return {
    key: {
      id,
      owner,
      repository,
      scope,
      secretHash: hashOf(secret),
      createdAt: now,
      expiresAt,
      revokedAt: undefined,
    },
    token: `tbk_${id}_${secret}`,
  };
}

/** The parts of a token; undefined when the text is malformed. */
export function readToken(text: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = token.exec(text) ?? [];

  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Whether this secret opens the key now. Takes the same time for every wrong secret. */
export function opens(key: ApiKey, secret: string, now: Date): boolean {
  const isRight = equal(key.secretHash, hashOf(secret));

  return isRight && isLive(key, now);
}

/** Whether nobody can act for an owner: it holds no live key among these, and is none who makes keys by itself. */
export function isNobody(owner: string, keys: readonly ApiKey[], now: Date): boolean {
  return !isSelfMade(owner) && !keys.some((key) => key.owner === owner && isLive(key, now));
}

function isLive({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || now < expiresAt);
}

function hashOf(secret: string): Uint8Array {
  return sha256(utf8.decode(secret));
}

/** Compares in constant time. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

function randomText(bytes: number): string {
  return base32crockford.encode(crypto.getRandomValues(new Uint8Array(bytes))).toLowerCase();
}
