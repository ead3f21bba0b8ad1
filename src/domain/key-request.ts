import { z } from 'zod/mini';
import { twinAccounts } from './signer.ts';

export const ChallengeRequest = z.strictObject({
  account: z.string().check(
    z.meta({
      description: `CAIP-10 id of the account that will sign, on a chain of the EVM (any letter case) or on ${twinAccounts.join(' or ')}.`,
      examples: ['eip155:8453:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    }),
  ),
});

export const SignedChallenge = z.strictObject({
  message: z.string().check(z.meta({ description: 'The message of the challenge, byte for byte.' })),
  signature: z.string().check(
    z.meta({
      description: `EVM: 0x and hexadecimal digits, as \`personal_sign\` answers. ${twinAccounts.join(' or ')}: the 64 bytes as base58, base64, or 0x and hexadecimal digits.`,
    }),
  ),
});
export type SignedChallenge = Readonly<z.infer<typeof SignedChallenge>>;

export const TokenRequest = z.strictObject({
  oidcToken: z.string().check(
    z.meta({
      description: "An OpenID Connect token of a workflow, with this site's URL as its audience.",
    }),
  ),
});
