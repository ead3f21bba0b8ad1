import { z } from 'zod/mini';
import { type Admitted, Cashier, type CashierOptions } from './cashier.ts';
import { type Fetch, guardFetch } from './guard-fetch.ts';
import { Challenge, readOffer } from './offer.ts';
import { reportOutcomes, type Sign } from './report-outcomes.ts';

export type { DollarToken } from '../domain/dollars.ts';
export { PaymentRefused, type RefusalCode } from './payment-refused.ts';

export interface GuardOptions extends CashierOptions {
  /** Whether to report to the catalog what settled payments got; needs `catalog` and a guarded `fetch`. Off by default. */
  readonly report?: boolean | undefined;
  readonly sign?: Sign | undefined;
}

/**
 * Lets a buyer pay what the catalog has seen, and nothing else. Guard the `fetch` inside a paying wrapper, `wrapFetchWithPayment(guard(fetch, …),
 * client)`, or an `x402Client`. Anything else throws `PaymentRefused` before it is signed.
 * @throws {TypeError} for an option that cannot be right
 */
export function guard(fetch: Fetch, options: GuardOptions): Fetch;
export function guard<Client extends PayingClient>(client: Client, options: GuardOptions): Client;
export function guard(guarded: Fetch | PayingClient, options: GuardOptions): Fetch | PayingClient {
  const { catalog, report = false, sign } = options;
  const cashier = new Cashier(options, () => new Date());
  if (report && (catalog === undefined || typeof guarded !== 'function')) {
    throw new TypeError('"report" needs "catalog" and a guarded fetch, as a client does not see the answer');
  }

  if (typeof guarded === 'function') {
    return guardFetch(
      guarded,
      cashier,
      report && catalog !== undefined ? reportOutcomes(catalog, sign) : undefined,
    );
  }
  guardClient(guarded, cashier);
  return guarded;
}

/** What a guard uses of `x402Client` (`@x402/core` and `@x402/fetch`, version 2). */
export interface PayingClient {
  onBeforePaymentCreation(hook: (creation: Creation) => Promise<void>): unknown;
  onPaymentCreationFailure(hook: (creation: Creation) => Promise<void>): unknown;
}

interface Creation {
  readonly paymentRequired: object;
  readonly selectedRequirements: object;
}

const Url = z.string().check(z.maxLength(4096));
const OfV1 = z.object({ resource: Url });
const OfV2 = z.object({ resource: z.object({ url: Url }) });

/** Adds the guard to the hooks that a client calls before it signs. They do not know which URL was asked, only which one the 402 says it is for. */
function guardClient(client: PayingClient, cashier: Cashier): void {
  const taken = new WeakMap<object, Admitted>();

  client.onBeforePaymentCreation(async ({ paymentRequired, selectedRequirements }) => {
    const version = Challenge.safeParse(paymentRequired).data?.x402Version;
    const offer = version && readOffer(selectedRequirements, version);
    const url =
      OfV2.safeParse(paymentRequired).data?.resource.url ??
      OfV1.safeParse(selectedRequirements).data?.resource;
    taken.set(paymentRequired, await cashier.admit(url ?? '', offer ? [offer] : []));
  });
  client.onPaymentCreationFailure(({ paymentRequired }) => {
    const admitted = taken.get(paymentRequired);
    if (admitted) cashier.giveBack(admitted);
    taken.delete(paymentRequired);
    return Promise.resolve();
  });
}
