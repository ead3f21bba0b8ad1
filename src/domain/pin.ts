import { z } from 'zod/mini';
import { dayMs } from './duration.ts';
import { normalizeAddress } from './network.ts';
import { probeMethods } from './described-request.ts';

/** How long a pin stands after the check that read its terms: like terms that later checks could not compare. */
export const pinSpanMs = 7 * dayMs;

/** The terms of a service as a check last read them in its live 402, by the scheme `exact`: what a buyer may sign, and no more. */
export const Pin = z
  .strictObject({
    url: z
      .url()
      .check(z.meta({ description: 'Where buyers ask.', examples: ['https://api.example.com/rain'] })),
    method: z.enum(probeMethods).check(z.meta({ description: 'The method that the check used.' })),
    network: z.string().check(z.meta({ description: 'CAIP-2.', examples: ['eip155:84532'] })),
    asset: z.string().check(z.meta({ description: 'Token contract, mint or asset id.' })),
    payTo: z.string().check(z.meta({ description: 'Wallet that is paid.' })),
    maxAmount: z
      .string()
      .check(
        z.regex(/^(?:0|[1-9]\d{0,77})$/),
        z.meta({ description: 'The most to pay for a request, in atomic units.', examples: ['1000'] }),
      ),
    validUntil: z.iso
      .datetime()
      .check(z.meta({ description: 'Seven days after the check that read these terms.' })),
  })
  .check(z.meta({ description: 'The live terms as last read; after `validUntil`, they say nothing.' }));
export type Pin = Readonly<z.infer<typeof Pin>>;

/** Clocks differ. */
const skewMs = 5 * 60_000;

/** Whether a pin has not ended, and does not claim to last longer than pins do. */
export function isValidPin({ validUntil }: Pick<Pin, 'validUntil'>, now: Date): boolean {
  const leftMs = Date.parse(validUntil) - now.getTime();

  return leftMs >= 0 && leftMs <= pinSpanMs + skewMs;
}

interface PinnedEntry {
  readonly endpoint: string;
  readonly x402Config: { readonly paymentAddress: string };
}

/** A pin may name another network or amount than the declaration, but not another place or wallet. */
export function isPinOf({ url, network, payTo }: Pin, { endpoint, x402Config }: PinnedEntry): boolean {
  const isThere = url === endpoint || url === `${endpoint}/`;

  return isThere && normalizeAddress(network, payTo) === normalizeAddress(network, x402Config.paymentAddress);
}
