import type { RpcProvider } from './chain-config.ts';
import type { Config } from './config.ts';
import { CountedPayments } from './live/counted-payments.ts';
import { PaymentHistory } from './live/payment-history.ts';
import type { Clock } from './live/ports.ts';
import { ServiceHistory } from './live/service-history.ts';
import type { State } from './open-state.ts';

/** The providers of networks whose payments are counted; none with PAYMENT_INTERVAL=0. */
export function countedNetworks({ payments }: Config): readonly RpcProvider[] {
  return payments.intervalMs === 0 ? [] : payments.providers;
}

/** What services show of their payments. */
export function countedPayments(config: Config, { payments }: Pick<State, 'payments'>): CountedPayments {
  const networks = new Set(countedNetworks(config).map(({ network }) => network.caip2));

  return new CountedPayments({ payments, assets: config.assets, networks });
}

/** The checks and payments of services, for the API and the pages. */
export function serviceHistory(
  { assets }: Config,
  { checks, payments }: Pick<State, 'checks' | 'payments'>,
  clock: Clock,
): ServiceHistory {
  return new ServiceHistory({ checks, payments: new PaymentHistory({ payments, assets, clock }), clock });
}
