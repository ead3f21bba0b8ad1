import { z } from 'zod';
import { askedAddress } from '../domain/asked-address.ts';
import { type Assets, tokensFor } from '../domain/asset.ts';
import { unitsOf } from '../domain/decimal.ts';
import { type EffectiveTerms, effectiveTerms } from '../domain/effective-terms.ts';
import { type JsonObject, membersOf } from '../domain/json-object.ts';
import { findNetwork } from '../domain/network.ts';
import type { ReadChallenge, SentChallenge } from '../domain/payment-terms.ts';
import { shownText } from '../domain/plain-text.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { Entry } from '../domain/snapshot.ts';
import { signingExtra } from '../domain/signing-extra.ts';
import { State, stateOf } from '../domain/state.ts';
import { Status } from '../domain/status.ts';
import { declaredPrice } from '../domain/varying-price.ts';
import { Verdict } from '../domain/verdict.ts';
import { signingFault } from '../verification/accept-entry.ts';
import { isSameAddress } from '../verification/terms.ts';
import { allTags } from '../domain/tag.ts';

const Time = z.iso.datetime();

/** What this catalog knows of a service, beside what clients of every Bazaar read. */
const Known = z.strictObject({
  id: ServiceId,
  page: z.url(),
  terms: z.enum(['observed', 'declared']).meta({
    description:
      'Whether `accepts` is what a check read in the live 402 (where `readAt` is given, as its seller sent it), or only what the owner declares. What clients need to sign is added to either where it is missing and the token is known.',
  }),
  readAt: Time.nullable(),
  listed: z
    .strictObject({ price: z.string(), network: z.string(), payTo: z.string() })
    .optional()
    .meta({ description: 'What the owner declares, where the live terms differ from it.' }),
  status: Status,
  state: State,
  verdict: z.nullable(Verdict),
  trustScore: z.int(),
  checkedAt: Time.nullable(),
  serviceName: z.string(),
  description: z.string(),
  category: z.string(),
});

/** A service as a `DiscoveryResource` of x402. */
export const DiscoveryResource = z.strictObject({
  resource: z
    .string()
    .meta({ description: 'URL of the service.', examples: ['https://api.example.com/rain'] }),
  type: z.literal('http'),
  x402Version: z
    .int()
    .meta({ description: 'The version of x402 in which `accepts` is to be read.', examples: [2] }),
  accepts: z.array(z.record(z.string(), z.unknown())).meta({
    description: 'Ways to pay (`PaymentRequirements`). Empty where the declared token is not known.',
  }),
  lastUpdated: Time,
  serviceName: z.string(),
  description: z.string(),
  mimeType: z.string().optional(),
  tags: z.array(z.string()).meta({ description: 'The category, and the tags that its owner declares.' }),
  quality: z
    .strictObject({ totalCalls: z.int(), uniquePayers: z.int() })
    .optional()
    .meta({ description: 'Payments counted on chain; absent where nobody counts them.' }),
  extensions: z
    .looseObject({ tollbook: Known })
    .meta({ description: 'Those of the live 402, and what this catalog knows.' }),
});
export type DiscoveryResource = z.infer<typeof DiscoveryResource>;

/** `live` is undefined while no 402 is stored; what else is known of the terms stands in its place then. */
export function discoveryResource(
  entry: Entry,
  live: ReadChallenge | undefined,
  { siteUrl, assets }: { readonly siteUrl: string; readonly assets: Assets },
): DiscoveryResource {
  const { declared, observed } = entry;
  const terms = effectiveTerms(entry);
  const { name: serviceName, description, category } = declared;
  const { x402Version, accepts, resource, extensions } = live?.sent ?? challengeOf(terms, assets);
  const { standing, payments } = observed.facts;
  const mimeType = resource?.['mimeType'];

  return {
    resource: askedAddress(entry),
    type: 'http',
    x402Version,
    accepts: accepts.map((each) => withSigningExtra(each, assets)),
    lastUpdated: later(declared.updatedAt, live?.at),
    serviceName,
    description,
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    tags: allTags(declared),
    ...(payments.attribution === null
      ? {}
      : { quality: { totalCalls: payments.txCount, uniquePayers: payments.uniquePayers } }),
    extensions: {
      ...extensions,
      tollbook: {
        id: declared.id,
        page: `${siteUrl}/services/${declared.id}/`,
        terms: live ? 'observed' : terms.source,
        readAt: live?.at.toISOString() ?? null,
        ...(Object.values(terms.differs).includes(true) ? { listed: listedTerms(entry) } : {}),
        status: observed.status,
        state: stateOf(entry),
        verdict: standing.verdict,
        trustScore: observed.trustScore,
        checkedAt: standing.checkedAt?.toISOString() ?? null,
        serviceName,
        description,
        category,
      },
    },
  };
}

/** How long a buyer may take to pay, in seconds, where no seller said it. */
const maxTimeoutSeconds = 60;

/** Terms as a 402 would say them. Without an entry where nobody knows the token or its network. */
function challengeOf(
  { price, currency, isTokenUnknown, network: id, wallet }: EffectiveTerms,
  assets: Assets,
): SentChallenge {
  const network = findNetwork(id)?.caip2;
  const [token] = network === undefined || isTokenUnknown ? [] : tokensFor({ currency, network }, assets);
  const amount = token && unitsOf(price, token.decimals);
  if (amount === undefined) return { x402Version: 2, accepts: [] };

  const terms = { scheme: 'exact', network, asset: token?.address, payTo: shownText(wallet, 255) };
  return { x402Version: 2, accepts: [{ ...terms, amount: String(amount), maxTimeoutSeconds }] };
}

/** An entry of `accepts` with what clients need to sign it, where it lacks that and the token is known; else without an empty `extra`. */
function withSigningExtra(entry: JsonObject, assets: Assets): JsonObject {
  const { scheme, network: id, asset, extra } = entry;
  const network = typeof id === 'string' ? findNetwork(id) : undefined;
  if (scheme !== 'exact' || !network || signingFault(entry) === undefined) return entry;

  const token = assets
    .get(network.caip2)
    ?.find(({ address }) => isSameAddress(network, address, String(asset)));
  const known = token && signingExtra(network.caip2, token);
  if (known) return { ...entry, extra: { ...membersOf(extra), ...known } };

  const { extra: _, ...others } = entry;
  return Object.keys(membersOf(extra)).length === 0 ? others : entry;
}

function listedTerms({ declared }: Entry): NonNullable<z.infer<typeof Known>['listed']> {
  const { pricing, x402Config } = declared;

  return {
    price: `${declaredPrice(declared)} ${pricing.currency}`,
    network: x402Config.network,
    payTo: x402Config.paymentAddress,
  };
}

function later(updatedAt: string, readAt: Date | undefined): string {
  return readAt && readAt.getTime() > Date.parse(updatedAt) ? readAt.toISOString() : updatedAt;
}
