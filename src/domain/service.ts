import type { z } from 'zod/mini';
import type { declaredService, editableService } from './declaration.ts';
import { type Facts, noFacts, type Payments } from './facts.ts';
import { chainKey, chainName } from './network.ts';
import type { Offer } from './offer.ts';
import type { FieldComparison } from './payment-terms.ts';
import type { Status } from './status.ts';

/** The part of a service that an owner may change. */
export type EditableService = Readonly<z.infer<ReturnType<typeof editableService>>>;

/** A service as its owner declares it: the content of its file in git. */
export type DeclaredService = Readonly<z.infer<ReturnType<typeof declaredService>>>;

/**
 * What has been seen of a service, never what its owner says. It follows from its facts and, for the differences, from the declared terms, so
 * the same give the same values at any time.
 */
export interface Observed {
  readonly status: Status;
  /** 0 to 100. */
  readonly trustScore: number;
  /** Percentage over the last 30 days. */
  readonly uptimeScore: number;
  readonly lastChecked: string | null;
  readonly txCount: number;
  /** In units of the declared currency. */
  readonly totalRevenue: number;
  /** Whose payments these are; null while nobody counts them. */
  readonly attribution: Payments['attribution'];
  /** Chains on which live 402 responses, that of the service and those of its offers, accept payment. */
  readonly chains: readonly string[];
  /** The live terms that are not as declared, as a check last read them; null while none read any. `effectiveTerms` reads it. */
  readonly differences: readonly FieldComparison[] | null;
  readonly facts: Facts;
}

export const unobserved: Observed = {
  status: 'unverified',
  trustScore: 0,
  uptimeScore: 0,
  lastChecked: null,
  txCount: 0,
  totalRevenue: 0,
  attribution: null,
  chains: [],
  differences: null,
  facts: noFacts,
};

export type DeclaredTerms = Pick<DeclaredService, 'pricing' | 'price' | 'x402Config'>;

/** The payment terms of an offer. It pays the wallet of the service unless it names another. */
export function offerTerms({ x402Config }: DeclaredTerms, offer: Offer): DeclaredTerms {
  const { network, pricing, paymentAddress = x402Config.paymentAddress } = offer;

  return { pricing, x402Config: { network, paymentAddress } };
}

/** The declared network first, then the observed chains. */
export function supportedChains(declared: Pick<DeclaredService, 'x402Config'>, observed: Observed): string[] {
  return [...new Set([chainName(declared.x402Config.network), ...observed.chains])];
}

/** The supported chains beside the network that is shown. The declared one, which comes first, is none where the live 402 asks for another. */
export function furtherChains([, ...others]: readonly string[], shown: string): string[] {
  return others.filter((name) => chainKey(name) !== chainKey(shown));
}
