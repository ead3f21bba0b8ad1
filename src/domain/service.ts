import { z } from 'zod/mini';
import { declaredFields, perPolicy } from './declaration.ts';
import { type Facts, noFacts, type Payments } from './facts.ts';
import { chainName } from './network.ts';
import { Offer, RequestExample } from './offer.ts';
import { OwnerId, Proof } from './owner.ts';
import type { FieldComparison } from './payment-terms.ts';
import { plainText } from './plain-text-schema.ts';
import { ServiceId } from './service-id.ts';
import { mostOffers } from './service-rules.ts';
import type { Status } from './status.ts';
import { mostCharacters } from './text-lengths.ts';
import { Timestamp } from './timestamp.ts';

const maintainers = z
  .array(OwnerId)
  .check(
    z.maxLength(20, { error: 'too_many_maintainers' }),
    z.meta({ description: 'Further owners who may change it.', examples: [['github:9919']] }),
  );

const deprecation = {
  message: plainText(mostCharacters.deprecation, {
    description: 'What its users should know, 1 to 500 characters.',
    examples: ['Ends in March; use the new version.'],
  }),
  replacement: z.optional(ServiceId),
};

/** What an owner declares beside the fields of a registration. */
const furtherFields = {
  maintainers: z.optional(maintainers),
  offers: z.optional(z.array(Offer).check(z.maxLength(mostOffers, { error: 'too_many_offers' }))),
  request: z.optional(RequestExample),
};

/** The longest address of a source, so that the sentences that name it stay short. */
const maxSourceLength = 400;

/** Where an import found a service. */
const Imported = z
  .strictObject({
    from: z.string().check(
      z.maxLength(maxSourceLength, { error: 'endpoint_too_long' }),
      z.regex(/^https?:\/\/[\x21-\x7e]+$/, { error: 'endpoint_not_url' }),
      z.meta({
        description: 'Address of the catalog that lists it.',
        format: 'uri',
        examples: ['https://catalog.example.com/discovery/resources'],
      }),
    ),
  })
  .check(
    z.meta({
      description:
        'Present where an import from another catalog listed it; while it has no owner, the same import may change it.',
    }),
  );

/** What the owner of a service may change. */
export const editableService = perPolicy((policy) =>
  z.strictObject({
    ...declaredFields(policy),
    ...furtherFields,
    deprecated: z.optional(z.strictObject(deprecation)),
  }),
);
export type EditableService = Readonly<z.infer<ReturnType<typeof editableService>>>;

/** A service as its owner declares it, which is the content of its file in git. */
export const declaredService = perPolicy((policy) =>
  z.strictObject({
    id: ServiceId,
    ...declaredFields(policy),
    ...furtherFields,
    owner: z.optional(OwnerId),
    repository: z.optional(
      z.string().check(
        z.regex(/^\d{1,20}$/, { error: 'repository_invalid' }),
        z.meta({
          description: 'The id of the only repository whose workflows act for the owner.',
          examples: ['612354784'],
        }),
      ),
    ),
    proof: z.optional(Proof),
    transfer: z.optional(
      z
        .strictObject({ to: OwnerId, until: Timestamp })
        .check(z.meta({ description: 'The owner that it is offered to, and until when.' })),
    ),
    deprecated: z.optional(z.strictObject({ ...deprecation, since: Timestamp })),
    probing: z.optional(
      z
        .literal(false, { error: 'probing_invalid' })
        .check(z.meta({ description: 'Only `false`: the service is not checked, and stays unverified.' })),
    ),
    imported: z.optional(Imported),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    updatedBy: z.optional(
      OwnerId.check(
        z.meta({
          description: 'The maintainer who made the last change; absent where it was no maintainer.',
        }),
      ),
    ),
  }),
);
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
  /** What all of this was made from. */
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

/** The payment terms that an owner declares. */
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
