import { z } from 'zod/mini';
import type { PaymentTerms } from './payment-terms.ts';

/** The ways to pay that are read of a live answer. MPP and L402 stand in `WWW-Authenticate`. */
export const railNames = ['x402', 'mpp', 'l402', 'cloudflare', 'aws-marketplace', 'card'] as const;
export type RailName = (typeof railNames)[number];

const Text = z.nullable(z.string());

/** One way to pay that a live answer offers, by any protocol. What the answer does not say is null. */
export const Rail = z.strictObject({
  rail: z.enum(railNames),
  method: z.optional(
    z.string().check(z.meta({ description: 'Payment method of MPP.', examples: ['tempo'] })),
  ),
  scheme: z.optional(
    z.string().check(
      z.meta({
        description: 'Scheme of x402; for L402, the name of the challenge: `L402` or `LSAT`.',
        examples: ['exact'],
      }),
    ),
  ),
  intent: Text.check(
    z.meta({
      description: 'Intent of MPP: `charge` pays for one request, `session` and `subscription` for more.',
      examples: ['charge'],
    }),
  ),
  network: Text.check(
    z.meta({ description: 'CAIP-2 where it is known; `lightning` and its test networks for L402.' }),
  ),
  asset: Text.check(z.meta({ description: 'Token, or currency, as the answer names it; `BTC` for L402.' })),
  amountAtomic: Text.check(
    z.meta({
      description:
        'In the smallest units of the asset, thousandths of a satoshi for L402. Only with `charge` is it the price of one request.',
      examples: ['10000'],
    }),
  ),
  payTo: Text,
});
export type Rail = Readonly<z.infer<typeof Rail>>;

/** A way to pay that is not x402. */
export const OtherRail = z.extend(Rail, {
  rail: z.enum(['mpp', 'l402', 'cloudflare', 'aws-marketplace', 'card']),
});
export type OtherRail = Readonly<z.infer<typeof OtherRail>>;

const titles: Readonly<Record<RailName, string>> = {
  x402: 'x402',
  mpp: 'MPP',
  l402: 'L402',
  cloudflare: 'Cloudflare',
  'aws-marketplace': 'AWS Marketplace',
  card: 'Stripe',
};

/** Ways to pay by their names, each once, in any language: `MPP (tempo, charge), L402`. */
export function railsInWords(rails: readonly Rail[]): string {
  const words = rails.map(({ rail, method, intent }) => {
    const details = [method, intent].filter((text) => typeof text === 'string');
    return details.length === 0 ? titles[rail] : `${titles[rail]} (${details.join(', ')})`;
  });

  return [...new Set(words)].join(', ');
}

const cardMethods: readonly string[] = ['card', 'stripe'];
const withoutWallet: readonly RailName[] = ['cloudflare', 'aws-marketplace', 'card'];

/** The names of a way to pay: that of its protocol, and that of cards where it takes these. */
export function namesOfRail({ rail, method }: Pick<OtherRail, 'rail' | 'method'>): RailName[] {
  return rail === 'mpp' && cardMethods.includes(method ?? '') ? [rail, 'card'] : [rail];
}

/** Whether a wallet may pay in this way. */
export function isPaidByWallet(rail: OtherRail): boolean {
  return !namesOfRail(rail).some((name) => withoutWallet.includes(name));
}

/** The protocols, each once: `MPP and L402` has two. */
export function railTitles(rails: readonly Rail[]): string[] {
  return [...new Set(rails.map(({ rail }) => titles[rail]))];
}

/** Terms of x402 in the shape of all ways to pay. */
export function x402Rail({ scheme, network, asset, amount, payTo }: PaymentTerms): Rail {
  return { rail: 'x402', scheme, intent: null, network, asset, amountAtomic: amount, payTo };
}
