import { z } from 'zod/mini';
import { findNetwork } from '../domain/network.ts';

const Text = z.string().check(z.minLength(1), z.maxLength(256));
const Amount = z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/));
const Version = z.union([z.literal(1), z.literal(2)]);
const Entry = z.looseObject({ scheme: Text, network: Text, payTo: Text, asset: Text });

/** A 402 of x402, in its header or, in version 1, its body. */
export const Challenge = z.looseObject({
  x402Version: Version,
  accepts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(64)),
});
export type Challenge = z.infer<typeof Challenge>;

/** One way to pay that a 402 offers: its network as CAIP-2 where it is known, its amount in atomic units. */
export interface Offer {
  readonly scheme: string;
  readonly network: string;
  readonly payTo: string;
  readonly asset: string;
  readonly amount: string;
  /** As the seller sent it. */
  readonly entry: unknown;
}

/** Undefined for what cannot be compared. Each version has a member of its own for the amount; that of the other says nothing. */
export function readOffer(given: unknown, version: z.infer<typeof Version>): Offer | undefined {
  const entry = Entry.safeParse(given).data;
  const amount = Amount.safeParse(entry?.[version === 1 ? 'maxAmountRequired' : 'amount']).data;
  if (!entry || amount === undefined) return undefined;

  const { scheme, payTo, asset } = entry;
  return {
    scheme,
    payTo,
    asset,
    network: findNetwork(entry.network)?.caip2 ?? entry.network,
    amount,
    entry: given,
  };
}
