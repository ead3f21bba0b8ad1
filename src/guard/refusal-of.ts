import { dollarText } from '../domain/dollars.ts';
import { normalizeAddress } from '../domain/network.ts';
import { isValidPin } from '../domain/pin.ts';
import type { ProofFile } from '../domain/proof-file.ts';
import type { Offer } from './offer.ts';
import { PaymentRefused, type RefusalCode } from './payment-refused.ts';

/** In units of 10^-18 dollars. */
interface Limits {
  readonly most: bigint | undefined;
  /** What is left of the budget. */
  readonly left: bigint | undefined;
}

/** What an offer is worth; undefined where its token is no known dollar. */
export type Priced = Offer & { readonly dollars: bigint | undefined };

type Check = readonly [
  fails: boolean | undefined,
  code: RefusalCode,
  expected?: string | undefined,
  actual?: string | undefined,
];

/** Fewer payments, or groups of payers, say nothing. */
const fewest = { payments: 5, clusters: 3 };

/** Why an offer may not be paid; undefined where it may. `file` is undefined at a URL of which no service is known. */
export function refusalOf(
  { scheme, network, asset, payTo, amount, dollars }: Priced,
  file: ProofFile | undefined,
  { most, left }: Limits,
  now: Date,
): PaymentRefused | undefined {
  const { outcomes, entry } = file ?? {};
  const pin = file?.pin ?? undefined;
  const asked = dollars === undefined ? undefined : dollarText(dollars);
  const isFailing =
    outcomes?.verdict === 'fails' &&
    outcomes.payments >= fewest.payments &&
    outcomes.clusters >= fewest.clusters;
  const differs = (a: string, b: string): boolean =>
    normalizeAddress(network, a) !== normalizeAddress(network, b);

  const checks: readonly Check[] = [
    [file && !pin, 'no_pin'],
    [pin && !isValidPin(pin, now), 'pin_expired', pin?.validUntil, now.toISOString()],
    [isFailing, 'outcomes_fail'],
    [scheme !== 'exact', 'scheme_differs', 'exact', scheme],
    [pin && pin.network !== network, 'network_differs', pin?.network, network],
    [pin && differs(pin.asset, asset), 'asset_differs', pin?.asset, asset],
    [pin && differs(pin.payTo, payTo), 'wallet_differs', pin?.payTo, payTo],
    [pin && BigInt(amount) > BigInt(pin.maxAmount), 'amount_exceeds_pin', pin?.maxAmount, amount],
    [(most ?? left) !== undefined && dollars === undefined, 'price_unknown'],
    [exceeds(dollars, most), 'amount_exceeds_limit', dollarText(most ?? 0n), asked],
    [exceeds(dollars, left), 'budget_exhausted', dollarText(left ?? 0n), asked],
  ];
  const [, code, expected, actual] = checks.find(([fails]) => fails) ?? [];

  return code && new PaymentRefused(code, entry?.id, expected, actual);
}

function exceeds(dollars: bigint | undefined, limit: bigint | undefined): boolean {
  return dollars !== undefined && limit !== undefined && dollars > limit;
}
