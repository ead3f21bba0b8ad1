import { Cashier, type CashierOptions } from './cashier.ts';
import { guardClient, type PayingClient } from './guard-client.ts';
import { type Fetch, guardFetch } from './guard-fetch.ts';
import { reportOutcomes, type Sign } from './report-outcomes.ts';

export type { DollarToken } from '../domain/dollars.ts';
export type { PayingClient } from './guard-client.ts';
export { PaymentRefused, type RefusalCode } from './payment-refused.ts';

export interface GuardOptions extends CashierOptions {
  /** Whether the catalog is told what settled payments got; needs `catalog` and a guarded `fetch`. Off by default. */
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
