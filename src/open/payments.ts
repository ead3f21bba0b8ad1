import { ledgers } from '../adapters/chain/ledgers.ts';
import type { RpcProvider } from '../config/chain-config.ts';
import type { Config } from '../config/config.ts';
import { CountedPayments } from '../live/counted-payments.ts';
import type { Memory } from '../live/observations.ts';
import { PaymentHistory } from '../live/payment-history.ts';
import type { Network } from '../domain/network.ts';
import type { Clock, TransactionLedger } from '../live/ports.ts';
import { ServiceHistory } from '../live/service-history.ts';
import { StatedOutcomes } from '../live/stated-outcomes.ts';
import type { State } from './state.ts';

/** The providers of networks whose payments are counted; none with PAYMENT_INTERVAL=0. */
function countedNetworks({ payments }: Config): readonly RpcProvider[] {
  return payments.intervalMs === 0 ? [] : payments.providers;
}

/**
 * The test networks whose provider runs on this machine, by CAIP-2 id. Such a chain is a copy for tests, whose wallets and transactions no
 * public explorer knows; a provider of a main network on this machine is a node of it.
 */
export function localNetworks({ payments }: Config): ReadonlySet<string> {
  const local = payments.providers.filter(({ network, url }) => network.testnet && isLoopback(new URL(url)));

  return new Set(local.map(({ network }) => network.caip2));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** The payments that services show. */
export function countedPayments(
  config: Config,
  { payments, buyers }: Pick<State, 'payments' | 'buyers'>,
): CountedPayments {
  return new CountedPayments({ payments, buyers, assets: config.assets, networks: networkIds(config) });
}

/** The stored facts of services; none without a state. */
export function memoryOf(
  config: Config,
  state: Pick<State, 'checks' | 'payments' | 'buyers' | 'outcomes'> | undefined,
): Memory {
  if (!state) return { checks: { facts: () => Promise.resolve(new Map<string, never>()) } };

  const stated = new StatedOutcomes(state.outcomes);
  return { checks: state.checks, counted: countedPayments(config, state), stated, assets: config.assets };
}

/** The checks and payments of services, for the API and the pages. */
export function serviceHistory(
  config: Config,
  { checks, payments, outcomes, proofLooks }: Pick<State, 'checks' | 'payments' | 'outcomes' | 'proofLooks'>,
  clock: Clock,
): ServiceHistory {
  const { assets } = config;
  const history = new PaymentHistory({ payments, assets, networks: networkIds(config), clock });

  return new ServiceHistory({
    ...{ checks, payments: history, proofLooks, clock },
    stated: new StatedOutcomes(outcomes),
  });
}

function networkIds(config: Config): ReadonlySet<string> {
  return new Set(countedNetworks(config).map(({ network }) => network.caip2));
}

/** A ledger for each network whose payments are counted. They stop asking when `stopping` is aborted. */
export async function openLedgers(
  config: Config,
  stopping: AbortSignal,
): Promise<{ readonly network: Network; readonly ledger: TransactionLedger }[]> {
  const providers = countedNetworks(config);
  const { confirmations } = config.payments;
  const local = localNetworks(config);
  return Promise.all(
    providers.map(async ({ network, url }) => {
      const expected = local.has(network.caip2) ? undefined : network.caip2;
      const options = { url, network: expected, confirmations, signal: stopping };
      return { network, ledger: await ledgers[network.family](options) };
    }),
  );
}
