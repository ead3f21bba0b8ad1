import { z } from 'zod/mini';
import { CategoryId } from './category.ts';
import { isDocsUrl } from './docs-url.ts';
import { type EndpointPolicy, maxEndpointLength, parseEndpoint, perPolicy } from './endpoint-url.ts';
import type { FieldName } from './fields.ts';
import { NetworkId } from './network-id.ts';
import { Offer, RequestExample } from './offer.ts';
import { OwnerId, Proof } from './owner.ts';
import { plainParagraph, plainText } from './plain-text-schema.ts';
import { Pricing } from './pricing.ts';
import { ServiceId } from './service-id.ts';
import { maxOffers } from './service-rules.ts';
import { maxCharacters } from './plain-text.ts';
import { maxTags, tagForm } from './tag.ts';
import { Timestamp } from './timestamp.ts';
import { VaryingPrice } from './varying-price.ts';

export const X402Config = z.strictObject({
  paymentAddress: z.string().check(
    z.meta({
      description: 'Wallet to be paid, written as an address of its network.',
      examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    }),
  ),
  network: NetworkId,
});

const maintainers = z
  .array(OwnerId)
  .check(
    z.maxLength(20, { error: 'too_many_maintainers' }),
    z.meta({ description: 'Further owners who may change it.', examples: [['github:9919']] }),
  );

export const deprecation = {
  message: plainText(maxCharacters.deprecation, {
    description: 'What its users should know, 1 to 500 characters.',
    examples: ['Ends in March; use the new version.'],
  }),
  replacement: z.optional(ServiceId),
};

const docsUrl = z.string().check(
  z.refine(isDocsUrl, { error: 'docs_url_invalid' }),
  z.meta({
    description: 'Address of its documentation: https, at most 2,048 characters.',
    format: 'uri',
    examples: ['https://docs.example.com/rain'],
  }),
);

const tags = z
  .array(z.string().check(z.regex(tagForm, { error: 'tag_invalid' }), z.meta({ examples: ['weather'] })))
  .check(
    z.maxLength(maxTags, { error: 'too_many_tags' }),
    z.meta({
      description: 'What it is about, in at most 5 words of lower-case letters, digits and hyphens.',
      examples: [['weather', 'radar']],
    }),
  );

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

export const fieldSchemas = perPolicy(
  (policy) =>
    ({
      id: ServiceId,
      name: plainText(maxCharacters.name, {
        description: 'Name of the service, 1 to 255 characters.',
        examples: ['Rain Radar'],
      }),
      description: plainParagraph(maxCharacters.description, {
        description: 'What it does, 1 to 2000 characters. Line breaks and tabs become spaces.',
        examples: ['Precipitation for the next two hours.'],
      }),
      endpoint: endpoint(policy),
      category: CategoryId,
      pricing: Pricing,
      price: z.optional(VaryingPrice),
      x402Config: X402Config,
      docsUrl: z.optional(docsUrl),
      tags: z.optional(tags),
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
      maintainers: z.optional(maintainers),
      transfer: z.optional(
        z
          .strictObject({ to: OwnerId, until: Timestamp })
          .check(z.meta({ description: 'The owner that it is offered to, and until when.' })),
      ),
      offers: z.optional(z.array(Offer).check(z.maxLength(maxOffers, { error: 'too_many_offers' }))),
      deprecated: z.optional(z.strictObject({ ...deprecation, since: Timestamp })),
      request: z.optional(RequestExample),
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
    }) satisfies Record<FieldName, z.ZodMiniType>,
);

/** An endpoint, which the schema brings into canonical form. */
export function endpoint(policy: EndpointPolicy) {
  const text = z.string().check(
    z.meta({
      description: 'Absolute https URL of a public host, without credentials, query or fragment.',
      format: 'uri',
      maxLength: maxEndpointLength,
      examples: ['https://api.example.com/rain'],
    }),
  );

  return z.pipe(
    text,
    z.transform((given: string, { issues }) => {
      const parsed = parseEndpoint(given, policy);
      if ('endpoint' in parsed) return parsed.endpoint;

      issues.push(
        ...parsed.faults.map((fault) => ({ code: 'custom' as const, message: fault, input: given })),
      );
      return z.NEVER;
    }),
  );
}
