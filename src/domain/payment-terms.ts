import type { DescribedRequest, ProbeMethod } from './described-request.ts';

/** One way to pay that a live 402 offers: an entry of its `accepts`, in either version of x402. */
export interface PaymentTerms {
  readonly scheme: string;
  /** The CAIP-2 id of a known network, otherwise whatever the answer says. */
  readonly network: string;
  readonly payTo: string;
  /** Token contract, mint or asset id. */
  readonly asset: string;
  /** The token's symbol, if Tollbook knows the token on this network. */
  readonly currency?: string;
  /** In atomic units of the token. */
  readonly amount: string;
  /** The exact decimal amount, with `upto` the most; absent when the token's decimals are unknown. */
  readonly price?: string;
}

/**
 * A live 402 as its seller sent it, which is what clients need to pay: details of tokens, timeouts, schemas. Untrusted, but bounded and without
 * hidden characters.
 */
export interface SentChallenge {
  readonly x402Version: 1 | 2;
  /** The entries of `accepts` that can be paid. */
  readonly accepts: readonly Readonly<Record<string, unknown>>[];
  /** What it says of itself, by version 2. */
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A live 402, and when a check last read it. */
export interface ReadChallenge {
  readonly at: Date;
  readonly sent: SentChallenge;
}

/** The names by which clients choose among live 402s, and where these were found. */
export interface ChallengeTraits {
  readonly schemes: readonly string[];
  readonly extensions: readonly string[];
  /** Whether that was at the endpoint with a slash at its end. */
  readonly hasSlash?: true | undefined;
}

export const noTraits: ChallengeTraits = { schemes: [], extensions: [] };

/** The terms of a live 402, as a check last read them. */
export interface LiveTerms {
  readonly at: Date;
  /** The method that was answered with these terms; absent in checks from before it was stored. */
  readonly method?: ProbeMethod | undefined;
  readonly terms: readonly PaymentTerms[];
  /** How the same 402 describes its request; absent where it does not. */
  readonly request?: DescribedRequest | undefined;
  /** Absent in checks from before it was stored, and where it is too large. */
  readonly sent?: SentChallenge | undefined;
  readonly remarks: readonly Remark[];
}

/** Something that a seller should look at although buyers can pay. */
export interface Remark {
  readonly code:
    | 'header_unreadable'
    | 'header_and_body_disagree'
    | 'header_name_unusual'
    | 'entry_unusable'
    | 'entry_not_compared'
    | 'entry_not_signable'
    | 'wallet_checksum'
    | 'resource_elsewhere'
    | 'paid_to_nobody'
    | 'description_unusable'
    | 'rail_unusable'
    | 'rail_without_402'
    | 'wildcard_402';
  readonly detail: string;
}

/** One declared value beside the live one; `match` is null where they cannot be compared. */
export interface FieldComparison {
  readonly field: 'price' | 'payTo' | 'network' | 'asset' | 'scheme';
  readonly declared: string | null;
  readonly observed: string | null;
  readonly match: boolean | null;
}

/** The terms of a live 402 from one time to another, beside the terms declared then. */
export interface SeenTerms {
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly fields: readonly FieldComparison[];
}
