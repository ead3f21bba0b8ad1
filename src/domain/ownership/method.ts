/** The declared values that a proof is about. */
export interface Provable {
  readonly endpoint: string;
  readonly x402Config: { readonly network: string; readonly paymentAddress: string };
}

/** A claim before anybody is asked. @public as declarations of the npm package name it */
export interface Claim {
  readonly service: Provable;
  readonly owner: string;
  /** The line by which a place names the owner to this catalog. */
  readonly line: string;
  readonly asked?: string | undefined;
  /** Whether places without TLS may be asked. */
  readonly allowInsecure: boolean;
}

/** The line to look for, and its place. */
interface Plan {
  readonly evidence: string;
  /** As part of a sentence. */
  readonly lookedFor: string;
}

/** Why an owner cannot prove this service by this method at all, and what to do instead. */
export interface Unfit {
  readonly unfit: string;
}

export interface AskedMember {
  readonly name: string;
  readonly form: RegExp;
  /** The code of the sentence that says its form. */
  readonly fault: string;
  readonly description: string;
  readonly example: string;
}

/** A kind of proof that a service belongs to an owner. */
export interface ProofRules {
  /** The claim that it proves, for the description of the API. */
  readonly description: string;
  /** Its evidence, as an item of a list. */
  readonly evidence: string;
  /** The owner with the stronger proof takes a listing from the one with the weaker; 0 takes none from any other owner. */
  readonly strength: number;
  /** Whether it proves who holds the host of the endpoint. */
  readonly provesHost: boolean;
  /** Present where the proof is a line at a URL or name, which is checked daily. Probes verify other proofs. */
  readonly isPlaced?: true;
  readonly asks?: AskedMember;
  /** The host to ask for it, where that is not the host of the endpoint. */
  readonly askedHost?: string;
  /** The evidence that follows from what a service declares; undefined where it has none. */
  readonly evidenceOf: (service: Provable) => string | undefined;
  /** Whether evidence is about what a service declares. */
  readonly fits: (evidence: string, service: Provable) => boolean;
  readonly plan: (claim: Claim) => Plan | Unfit;
  readonly walletIn?: (evidence: string) => string;
}

export interface Look {
  /** `unclear` when nobody answered, or only that they cannot answer now: that says nothing about the proof. */
  readonly result: 'found' | 'missing' | 'unclear';
  /** The result for the claimant: a clause without a full stop. */
  readonly seen: string;
  /** Where it was found, if that says more than where it was looked for. */
  readonly evidence?: string;
}
