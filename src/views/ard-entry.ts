import { z } from 'zod';
import type { Assets } from '../domain/asset.ts';
import { effectiveTerms } from '../domain/effective-terms.ts';
import type { ReadChallenge } from '../domain/payment-terms.ts';
import { shownText } from '../domain/plain-text.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { State, stateOf } from '../domain/state.ts';
import { Status } from '../domain/status.ts';
import { declaredPrice } from '../domain/varying-price.ts';
import { Timestamp } from '../domain/timestamp.ts';
import { type Publisher, serviceIdentifier } from './ard-identifier.ts';
import { type AskedTerms, askedTerms } from './asked-terms.ts';
import { allTags } from '../domain/tag.ts';

/**
 * The media type of the document at the `url` of an entry: a service as `GET /api/services/{id}` answers it. The vocabulary of ARD has
 * no type for an API that is called over plain HTTP, and names such documents by types of their publishers.
 */
export const serviceType = 'application/vnd.tollbook.service+json';

/** The namespaces of prefixed terms, as the context of each entry binds them. */
export const namespaces = {
  pay: 'https://agenticresourcediscovery.org/ns/payment#',
  schema: 'https://schema.org/',
} as const;

/** What this catalog knows of a service, in the scalars that ARD allows here. */
const ArdMetadata = z.strictObject({
  endpoint: z.string().meta({ description: 'Base URL of the API itself, which answers 402 until paid.' }),
  page: z.url().meta({ description: 'The page of the service, for people.' }),
  status: Status,
  state: State,
  trustScore: z.int().meta({ description: 'Of this catalog, 0 to 100; it has no part in `score`.' }),
  terms: z.enum(['observed', 'declared']).meta({
    description:
      'Whether the terms in this entry are those of the live 402, as a check last read them, or only what the owner declares.',
  }),
  price: z
    .string()
    .optional()
    .meta({ description: 'Per request, with the currency.', examples: ['0.01 USDC'] }),
  listedPrice: z
    .string()
    .optional()
    .meta({ description: 'What the owner declares, where the live 402 asks for another price.' }),
  network: z.string().optional().meta({ description: 'CAIP-2 where it is known.' }),
  listedNetwork: z
    .string()
    .optional()
    .meta({ description: 'What the owner declares, where the live 402 names another network.' }),
  payTo: z
    .string()
    .optional()
    .meta({ description: 'The wallet of the live 402, where its owner declares another one: do not pay.' }),
  freeRequests: z.int().optional().meta({ description: 'Requests that the owner says are free of charge.' }),
  checkedAt: z.iso.datetime().optional(),
  deprecated: z.string().optional().meta({ description: 'What its owner says about its end.' }),
});
type ArdMetadata = z.infer<typeof ArdMetadata>;

export const TrustManifest = z.strictObject({
  identity: z.url().meta({
    description: 'The site that lists the service: it vouches for the listing, not for the seller.',
  }),
  identityType: z.literal('https'),
});
type TrustManifest = z.infer<typeof TrustManifest>;

const Text = z.string();

/** A service as an entry of ARD. Its owner wrote name, description and the queries made of them. */
export const ArdEntry = z.strictObject({
  '@context': z.strictObject({ pay: z.literal(namespaces.pay), schema: z.literal(namespaces.schema) }),
  identifier: Text.meta({ examples: ['urn:air:tollbook.example:service:rain-radar-7x3k9m2p'] }),
  displayName: Text.meta({ description: 'Untrusted text.' }),
  type: z.literal(serviceType).meta({ description: 'What is at `url`.' }),
  url: z.url().meta({
    description: 'The service as this catalog describes it. The API itself is at `metadata.endpoint`.',
  }),
  description: Text.meta({ description: 'Untrusted text.' }),
  tags: z.array(Text).meta({ description: 'The category, and the tags that its owner declares.' }),
  representativeQueries: z.array(Text).optional().meta({
    description: 'Made of the declaration, 2 or 3; not in search results. Untrusted text.',
  }),
  updatedAt: Timestamp,
  metadata: ArdMetadata,
  trustManifest: TrustManifest.optional().meta({
    description: 'Absent where the site has no domain name or no TLS.',
  }),
  'pay:protocol': z.array(z.literal('x402')),
  'pay:price': Text.optional().meta({
    description:
      'Per request, an exact decimal. Absent, with the currency, where the live 402 asks for an unknown token.',
  }),
  'pay:currency': Text.optional(),
  'pay:network': z
    .union([Text, z.array(Text)])
    .meta({ description: 'CAIP-2 where it is known; several where the price is asked on several.' }),
  'pay:accepts': z
    .array(z.record(Text, z.unknown()))
    .optional()
    .meta({ description: 'The entries of the live 402 as its seller sent them; of single entries only.' }),
  'schema:offers': z
    .strictObject({
      '@type': z.literal('schema:Offer'),
      'schema:price': Text,
      'schema:priceCurrency': Text,
    })
    .optional(),
});
export type ArdEntry = z.infer<typeof ArdEntry>;

/** An entry that a search found. */
export const ArdResult = ArdEntry.omit({ representativeQueries: true }).extend({
  score: z.int().min(0).max(100).meta({
    description: 'Relevance in percent of that of the best match. Says nothing about trust.',
  }),
  source: z.url().meta({ description: 'The base of the registry that has the entry.' }),
});
type ArdResult = z.infer<typeof ArdResult>;

/** What entries are made with. */
export interface ArdSite {
  readonly siteUrl: string;
  readonly publisher: Publisher;
  readonly assets: Assets;
}

export function ardEntry(entry: Entry, snapshot: Pick<Snapshot, 'categoryName'>, site: ArdSite): ArdEntry {
  const { declared } = entry;
  const { id, name, description, updatedAt } = declared;
  const terms = askedTerms(entry, site.assets);
  const trust = trustManifest(site);

  return {
    '@context': namespaces,
    identifier: serviceIdentifier(site.publisher, id),
    displayName: name,
    type: serviceType,
    url: `${site.siteUrl}/api/services/${id}`,
    description,
    tags: allTags(declared),
    representativeQueries: representativeQueries(entry, snapshot),
    updatedAt,
    metadata: ardMetadata(entry, terms, site.siteUrl),
    ...(trust ? { trustManifest: trust } : {}),
    ...paymentTerms(terms),
  };
}

/** An entry with the live 402 as its seller sent it; `live` is undefined while none is stored. */
export function withAccepts(entry: ArdEntry, live: ReadChallenge | undefined): ArdEntry {
  return live ? { ...entry, 'pay:accepts': [...live.sent.accepts] } : entry;
}

interface Rank {
  /** In the units of the search. */
  readonly score: number;
  /** The highest score of all that were found. */
  readonly best: number;
  readonly siteUrl: string;
}

/** An entry that a search found. The queries that it represents serve those who index it. */
export function ardResult(
  { representativeQueries: _queries, ...entry }: ArdEntry,
  { score, best, siteUrl }: Rank,
): ArdResult {
  const share = best > 0 ? score / best : 0;

  return { ...entry, score: Math.round(100 * Math.min(1, Math.max(0, share))), source: `${siteUrl}/ard` };
}

/** Who lists the entries of a site; undefined where nobody could verify it. */
export function trustManifest({
  siteUrl,
  publisher,
}: Pick<ArdSite, 'siteUrl' | 'publisher'>): TrustManifest | undefined {
  const { protocol } = new URL(siteUrl);
  if (!publisher.isVerifiable || protocol !== 'https:') return undefined;

  return { identity: `https://${publisher.domain}`, identityType: 'https' };
}

function ardMetadata(entry: Entry, terms: AskedTerms, siteUrl: string): ArdMetadata {
  const { declared, observed } = entry;
  const { freeQuota } = declared.pricing;
  const { checkedAt } = observed.facts.standing;
  const [network] = terms.networks;
  const { wallet, differs } = effectiveTerms(entry);
  const { pricing, x402Config } = declared;

  return {
    endpoint: declared.endpoint,
    page: `${siteUrl}/services/${declared.id}/`,
    status: observed.status,
    state: stateOf(entry),
    trustScore: observed.trustScore,
    terms: terms.source,
    ...(terms.price === undefined ? {} : { price: `${terms.price} ${terms.currency ?? ''}` }),
    ...(differs.amount ? { listedPrice: `${declaredPrice(declared)} ${pricing.currency}` } : {}),
    ...(network === undefined ? {} : { network }),
    ...(differs.network ? { listedNetwork: x402Config.network } : {}),
    ...(differs.wallet ? { payTo: shownText(wallet, 255) } : {}),
    ...(freeQuota === undefined ? {} : { freeRequests: freeQuota }),
    ...(checkedAt ? { checkedAt: checkedAt.toISOString() } : {}),
    ...(declared.deprecated ? { deprecated: declared.deprecated.message } : {}),
  };
}

type PaymentTerms = Pick<
  ArdEntry,
  'pay:protocol' | 'pay:price' | 'pay:currency' | 'pay:network' | 'schema:offers'
>;

/** The terms of the proposed payment vocabulary, and the same price in the words of schema.org. */
function paymentTerms({ price, currency, networks }: AskedTerms): PaymentTerms {
  const [network = '', ...others] = networks;
  const offer =
    price === undefined || currency === undefined
      ? {}
      : {
          'pay:price': price,
          'pay:currency': currency,
          'schema:offers': {
            '@type': 'schema:Offer' as const,
            'schema:price': price,
            'schema:priceCurrency': currency,
          },
        };

  return {
    'pay:protocol': ['x402'],
    'pay:network': others.length === 0 ? network : [network, ...others],
    ...offer,
  };
}

const longestQuery = 200;

/** What a reader may ask to get this service: its name, the first sentence of its description, and what kind of API it is. */
function representativeQueries({ declared }: Entry, snapshot: Pick<Snapshot, 'categoryName'>): string[] {
  const { name, description, category, pricing } = declared;
  const [sentence = ''] = description.split(/(?<=[.!?。])\s/, 1);
  const kind = `${snapshot.categoryName(category)} API, paid per request in ${pricing.currency}`;

  return [...new Set([name, ...(sentence.length <= longestQuery ? [sentence] : []), kind])];
}
