import { bytesToHex } from '@noble/hashes/utils.js';
import { minuteMs } from '../domain/duration.ts';
import { signingOf } from '../domain/families/families.ts';
import { type Signer, signingWords } from '../domain/signer.ts';
import {
  type FieldProblem,
  fieldSentences,
  type ProblemFacts,
  problemMaker,
  type Sentences,
} from '../domain/field-problem.ts';
import { schemeOf } from './signature.ts';
import { quoted } from '../domain/plain-text.ts';

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

/** Sentences for what can be wrong when an owner asks for a key. */
const signInSentences = {
  account_malformed: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is not a CAIP-10 account; write the chain and the address, like "eip155:8453:0x…"`,
  account_family_unknown: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} is on a chain whose signatures are not checked here; use an account of ${signingWords('chains', ' or of ')}`,
  account_chain_malformed: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} names no chain; write ${signingWords('chainForm', ', or ')}`,
  account_address_malformed: ({ name, value }: ProblemFacts) =>
    `${name} ${quoted(value)} does not end with an address of its chain; write ${signingWords('accountForm', ', ')}`,
  message_malformed: ({ name }: ProblemFacts) =>
    `${name} is not a sign-in message; send that of POST /api/challenges as it is`,
  message_of_other_host: ({ name, expected }: ProblemFacts) =>
    `${name} is not for ${expected ?? ''}; ask this catalog for a challenge, and sign that`,
  message_changed: ({ name }: ProblemFacts) =>
    `${name} differs from the challenge with its nonce; ask for a new one, and send it byte for byte`,
  challenge_unknown: ({ name }: ProblemFacts) =>
    `${name} has a nonce that is not open: it was used, has expired, or was never given; ask for a new challenge`,
  challenge_expired: ({ name, expected }: ProblemFacts) =>
    `${name} expired at ${expected ?? ''}; ask for a new challenge, and answer it within 5 minutes`,
  signature_malformed: ({ name, family = 'other' }: ProblemFacts) =>
    `${name} is not ${schemeOf(family)?.form ?? ''}; ask for a new challenge`,
  signature_wrong: ({ name, expected, family = 'other' }: ProblemFacts) =>
    `${name} is not that of ${expected ?? ''} under this message; ask for a new challenge, and ${schemeOf(family)?.hint ?? ''}`,
  token_not_accepted: ({ name }: ProblemFacts) =>
    `${name} is not accepted, because this catalog takes no tokens of workflows; sign in with a wallet, or ask the operator for a key`,
  token_refused: ({ name, expected }: ProblemFacts) => `${name} is refused: ${expected ?? ''}`,
} as const satisfies Sentences<string>;

type SignInCode = keyof typeof signInSentences;

export const signInCodes = Object.keys(signInSentences) as readonly SignInCode[];

export const { problem: signInProblem } = problemMaker({ ...fieldSentences, ...signInSentences });
