import { bytesToHex } from '@noble/hashes/utils.js';
import { minuteMs } from '../domain/duration.ts';
import { signingOf } from '../domain/families/families.ts';
import type { Signer } from '../domain/signer.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { type SignInCode, signInProblem } from './sign-in-problem.ts';

/** A message that an account is asked to sign. */
export interface SignInChallenge {
  /** 128 random bits, in hexadecimal digits. */
  readonly nonce: string;
  readonly signer: Signer;
  readonly message: string;
  readonly expiresAt: Date;
}

const challengeMs = 5 * minuteMs;

const nonceBytes = 16;

/** Wallets show it. It says what the signature allows its holder to do. */
const statement =
  'Get a key that registers and changes your listings here for 30 days. This moves no funds and costs nothing.';

/** The first line of a message, from any site. */
const heading = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \w+ account:\r?\n/i;

/** Makes the message of EIP-4361, or its twin for other families, for the site at `siteUrl`. */
export function makeChallenge(signer: Signer, siteUrl: string, now: Date): SignInChallenge {
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(nonceBytes)));
  const expiresAt = new Date(now.getTime() + challengeMs);
  const message = [
    `${hostOf(siteUrl)} wants you to sign in with your ${signingOf(signer.family).account} account:`,
    signer.address,
    '',
    statement,
    '',
    `URI: ${siteUrl}`,
    'Version: 1',
    `Chain ID: ${signer.chain}`,
    `Nonce: ${nonce}`,
    `Issued At: ${now.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n');

  return { nonce, signer, message, expiresAt };
}

/** The nonce that a message claims to answer; undefined when it claims none. */
export function nonceOf(message: string): string | undefined {
  return /^Nonce: ([0-9a-f]{32})$/m.exec(message)?.[1];
}

/** The signer of a message, if it is that of the open challenge with its nonce; else the fault. */
export function readMessage(
  message: string,
  challenge: SignInChallenge | undefined,
  siteUrl: string,
  now: Date,
): { readonly signer: Signer } | { readonly problem: FieldProblem } {
  const problem = (code: SignInCode, facts?: { readonly expected: string }) => ({
    problem: signInProblem(code, ['message'], facts),
  });
  const host = heading.exec(message)?.[1];

  if (host === undefined) return problem('message_malformed');
  if (host !== hostOf(siteUrl)) return problem('message_of_other_host', { expected: hostOf(siteUrl) });
  if (!challenge) return problem('challenge_unknown');
  if (message !== challenge.message) return problem('message_changed');
  if (now >= challenge.expiresAt) {
    return problem('challenge_expired', { expected: challenge.expiresAt.toISOString() });
  }
  return { signer: challenge.signer };
}

function hostOf(siteUrl: string): string {
  return new URL(siteUrl).host;
}
