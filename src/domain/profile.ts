import { z } from 'zod/mini';
import { shortestDecimal } from './decimal.ts';
import { findNetwork } from './network.ts';
import { shownText } from './plain-text.ts';
import type { DeclaredService } from './service.ts';
import { State } from './state.ts';

const text = z.string();

/**
 * What feeds for readers know of a service, in short texts that are safe to show. The change log stores the last one of each service, and
 * compares the next change with it.
 */
export const Profile = z.strictObject({
  name: text,
  category: text,
  endpoint: text,
  /** Amount and currency: `0.01 USDC`. */
  price: text,
  /** The number of free requests; null without. */
  freeQuota: z.nullable(text),
  /** As a CAIP-2 id where the network is known. */
  network: text,
  wallet: text,
  /** Its owner's announcement of its end; null unless it is deprecated. */
  deprecated: z.nullable(text),
  /** Null before the first check, and while a failure may pass. */
  state: z.nullable(State),
  /** The live terms, in the same form; null where they are unknown. */
  livePrice: z.nullable(text),
  liveNetwork: z.nullable(text),
  liveWallet: z.nullable(text),
  /** What buyers say, once they are enough; absent before. */
  outcomes: z.optional(z.enum(['delivers', 'mixed', 'fails'])),
  /** How many news checks made of it on one day (UTC); absent without any. */
  told: z.optional(z.strictObject({ date: text, times: z.int() })),
});
export type Profile = Readonly<z.infer<typeof Profile>>;

/** The longest text of a profile, in code points: that of a name. */
const longest = 255;

/** The part of a profile that comes from checks and buyers. */
export type SeenProfile = Pick<Profile, 'state' | 'livePrice' | 'liveNetwork' | 'liveWallet' | 'outcomes'>;

export const unseen: SeenProfile = { state: null, livePrice: null, liveNetwork: null, liveWallet: null };

type Declared = Pick<
  DeclaredService,
  'name' | 'category' | 'endpoint' | 'pricing' | 'x402Config' | 'deprecated'
>;

export function profileOf(declared: Declared, seen: SeenProfile = unseen): Profile {
  const { name, category, endpoint, pricing, x402Config, deprecated } = declared;
  const { freeQuota = 0 } = pricing;

  return {
    name: shown(name),
    category,
    endpoint: shown(endpoint),
    price: priceText(pricing.pricePerRequest, pricing.currency),
    freeQuota: freeQuota === 0 ? null : String(freeQuota),
    network: networkText(x402Config.network),
    wallet: shown(x402Config.paymentAddress),
    deprecated: deprecated ? shown(deprecated.message) : null,
    ...seen,
  };
}

/** The members of a file that a profile is made from. Old files need not follow today's rules. */
const DeclaredFile = z.object({
  name: text,
  category: text,
  endpoint: text,
  pricing: z.object({ currency: text, pricePerRequest: text, freeQuota: z.optional(z.number()) }),
  x402Config: z.object({ paymentAddress: text, network: text }),
  deprecated: z.optional(z.object({ message: text, since: text })),
});

/** The profile of a service whose file holds this text; undefined where it cannot be read as a declaration. */
export function readProfile(file: string): Profile | undefined {
  try {
    const { data } = DeclaredFile.safeParse(JSON.parse(file));
    return data && profileOf({ ...data, category: shown(data.category) });
  } catch {
    return undefined;
  }
}

export function priceText(amount: string, currency: string): string {
  return shown(`${shortestDecimal(amount)} ${currency}`);
}

export function networkText(id: string): string {
  return shown(findNetwork(id)?.caip2 ?? id);
}

function shown(value: string): string {
  return shownText(value, longest);
}
