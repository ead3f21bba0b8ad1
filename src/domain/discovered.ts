import { z } from 'zod/mini';
import { DescribedRequest, probeMethods } from './described-request.ts';
import { Rail } from './rail.ts';

/** Where sellers describe what they sell, on the origin of their endpoints: best first. */
export const discoverySources = ['/openapi.json', '/.well-known/x402'] as const;
export type DiscoverySource = (typeof discoverySources)[number];

const said = (description: string) => z.optional(z.string().check(z.meta({ description })));

/** The description of an endpoint in its seller's own documents, to begin a registration with. Untrusted, but bounded and without hidden characters. */
export const Discovered = z.strictObject({
  source: z.enum(discoverySources),
  name: said('Summary of the operation, or title of the document.'),
  description: said('On one line, cut at 2000 characters.'),
  method: z.optional(z.enum(probeMethods)),
  price: said(
    'Exact decimal; absent where the document leaves it open, or gives base units of an unknown token.',
  ),
  currency: said('`USD`, or the symbol of a token.'),
  network: said('CAIP-2 where the network is known.'),
  payTo: z.optional(z.string()),
  rails: z
    .array(Rail)
    .check(z.meta({ description: 'The ways to pay that the document names, as far as it says.' })),
  request: z.optional(DescribedRequest),
  operations: z.optional(
    z
      .array(
        z.strictObject({
          method: z.enum(probeMethods),
          url: z.string(),
          name: said('Summary of the operation.'),
        }),
      )
      .check(
        z.meta({
          description:
            'The paid operations of the document, at most 50, where the endpoint is the root of its origin and none of them.',
        }),
      ),
  ),
});
export type Discovered = Readonly<z.infer<typeof Discovered>>;

/** The endpoint that a document is searched for. */
export interface SoughtEndpoint {
  readonly url: URL;
  /** The method that is paid for, where it is known. */
  readonly method?: (typeof probeMethods)[number] | undefined;
}
