import { z } from 'zod/mini';
import { proofMethods, proofWords } from './ownership/methods.ts';
import { walletOf } from './signer.ts';
import { Timestamp } from './timestamp.ts';

/** The form of the names that the operator gives; the forms below are reserved for owners who proved who they are. */
export const operatorGivenName = /^[a-z0-9][a-z0-9._-]{0,63}$/;

const forms = [
  operatorGivenName,
  /^github:\d{1,20}$/,
  /^oidc:[a-z0-9.-]{1,253}(?::\d{1,5})?:[A-Za-z0-9._-]{1,64}$/,
];

/**
 * Who owns a listing: `wallet:<address>`, `wallet:<CAIP-10>`, `github:<id>`, `oidc:<host>:<id>`, or a name that the operator gave. EVM addresses
 * may be given in any letter case, and become EIP-55.
 */
export const OwnerId = z.string().check(
  z.overwrite(canonicalOwner),
  z.refine((text) => walletOf(text) !== undefined || forms.some((form) => form.test(text)), {
    error: 'owner_invalid',
  }),
  z.meta({ description: 'An owner of listings.', examples: ['github:9919', 'acme'] }),
);

export interface Actor {
  readonly owner: string;
  /** The id of the repository whose workflow asks; it acts for what this repository listed, not for all that its owner has. */
  readonly repository?: string | undefined;
}

/** Whether an owner made its keys by itself, without the operator. */
export function isSelfMade(owner: string): boolean {
  return /^(?:wallet|github|oidc):/.test(owner);
}

function canonicalOwner(text: string): string {
  const { address, chain } = walletOf(text) ?? {};
  if (address === undefined) return text;

  return chain === undefined ? `wallet:${address}` : `wallet:${chain}:${address}`;
}

export const Proof = z.strictObject({
  method: z.enum(proofMethods),
  at: Timestamp,
  evidence: z.string().check(
    z.maxLength(2_200),
    z.meta({
      description: `Where it was seen: ${proofWords.evidence}.`,
    }),
  ),
});
export type Proof = Readonly<z.infer<typeof Proof>>;
