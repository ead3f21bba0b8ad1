import { fieldSentences, type ProblemFacts, problemMaker, type Sentences } from '../domain/field-problem.ts';
import { quoted } from '../domain/plain-text.ts';
import { signingWords } from '../domain/signer.ts';
import { schemeOf } from './signature.ts';

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

export type SignInCode = keyof typeof signInSentences;

export const signInCodes = Object.keys(signInSentences) as readonly SignInCode[];

export const { problem: signInProblem } = problemMaker({ ...fieldSentences, ...signInSentences });
