import { z } from 'zod/mini';
import { Pricing } from './pricing.ts';
import { NetworkId } from './network-id.ts';
import { probeMethods } from './described-request.ts';
import type { Verdict } from './verdict.ts';
import type { FieldComparison } from './payment-terms.ts';

const maxPathLength = 255;

/** A path below the endpoint: characters of a URL path (RFC 3986, section 3.3), and names in braces. */
const path = /^\/(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2}|\{\w{1,32}\})*$/;

/** A segment that leads elsewhere, also where its dots are escaped (WHATWG URL, "double-dot path segment"). */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** A further route, method, network or price of a service, beside the main one. */
export const Offer = z.strictObject({
  method: z
    .enum(probeMethods, { error: 'method_invalid' })
    .check(z.meta({ description: 'Method that buyers use.', examples: ['GET'] })),
  path: z.optional(
    z.string().check(
      z.maxLength(maxPathLength, { error: 'path_invalid' }),
      z.refine((text) => path.test(text) && !dotSegment.test(text), { error: 'path_invalid' }),
      z.meta({
        description: 'Path below the endpoint, whose variable parts are names in braces.',
        examples: ['/cities/{city}/rain'],
      }),
    ),
  ),
  network: NetworkId,
  pricing: Pricing,
  paymentAddress: z.optional(
    z.string().check(
      z.meta({
        description: 'Wallet to be paid, when it is not that of the service.',
        examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
      }),
    ),
  ),
});
export type Offer = Readonly<z.infer<typeof Offer>>;

/** Characters of an example as the file of its service prints it: a few deep lists in short JSON would outgrow that file. */
const maxRequestLength = 4 * 1024;

/** How a request to the endpoint looks that reaches the paywall; checks send it. */
export const RequestExample = z
  .strictObject({
    method: z.optional(
      z
        .enum(probeMethods, { error: 'method_invalid' })
        .check(z.meta({ description: 'GET, then POST when left out.', examples: ['POST'] })),
    ),
    query: z.optional(
      z
        .record(z.string(), z.string())
        .check(z.meta({ description: 'Parameters of its query.', examples: [{ city: 'Bergen' }] })),
    ),
    body: z.optional(
      z.unknown().check(z.meta({ description: 'JSON body; not for GET.', examples: [{ text: 'Hello' }] })),
    ),
  })
  .check(
    z.refine((request) => JSON.stringify(request, null, 2).length <= maxRequestLength, {
      error: 'request_too_large',
    }),
    z.refine(({ method, body }) => body === undefined || (method !== undefined && method !== 'GET'), {
      error: 'request_body_needs_method',
      path: ['method'],
    }),
  );
export type RequestExample = Readonly<z.infer<typeof RequestExample>>;

export interface OfferStanding {
  readonly verdict: Verdict;
  /** Why, in one sentence. */
  readonly detail: string;
  readonly checkedAt: Date;
  /** The declared terms beside the live ones, as last read; empty while none could be read. */
  readonly fields: readonly FieldComparison[];
  /** The network on which its terms were seen as they are declared; null where they never were, or differ by now. */
  readonly seenOn: string | null;
}

/** The standings of the offers of a service, by the declaration of each (`printOffer`): a changed offer starts again. */
export type OfferStandings = ReadonlyMap<string, OfferStanding>;
