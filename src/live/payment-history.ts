import { type Assets, currencyOf } from '../domain/asset.ts';
import { findNetwork } from '../domain/network.ts';
import type { KeptPayment, PaymentDay } from '../domain/payments.ts';
import type { BlockTime } from '../domain/settlement.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { spelledOn } from '../payments/asked-terms.ts';
import { addsUp, revenueOf, tokenOf } from '../payments/summary.ts';
import { firstDay } from '../verification/uptime.ts';
import type { PaymentsView } from '../views/payments.ts';
import type { Clock, PaymentStore } from './ports.ts';

interface Dependencies {
  readonly payments: Pick<PaymentStore, 'days' | 'recent' | 'progress'>;
  readonly assets: Assets;
  /** The networks whose payments are counted, by CAIP-2 id. */
  readonly networks: ReadonlySet<string>;
  readonly clock: Clock;
}

const recentShown = 20;

/** Reads the payments of a service, for the API and the pages. */
export class PaymentHistory {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get networks(): ReadonlySet<string> {
    return this.#dependencies.networks;
  }

  /** The payments of an entry: all of them as sums, those of the last days by day, and the last ones one by one. */
  async payments({ declared, observed }: Entry, days: number): Promise<PaymentsView> {
    const { attribution, ...summary } = observed.facts.payments;
    const { txCount, uniquePayers, largestPayerShare, sharedWith, flags } = summary;
    const account = this.#accountOf(declared);

    return {
      id: declared.id,
      counted: attribution !== null,
      attribution,
      ...account,
      txCount,
      totalRevenue: observed.totalRevenue,
      uniquePayers,
      largestPayerShare,
      sharedWith,
      flags: [...flags],
      ...(attribution === null ? nothing : await this.#details(declared, account, days)),
    };
  }

  async #details(
    { id, pricing: { currency } }: DeclaredService,
    { network, asset, wallet }: DeclaredAccount,
    days: number,
  ): Promise<typeof nothing> {
    const { payments, assets, clock } = this.#dependencies;
    const family = findNetwork(network)?.family ?? 'other';
    const [sums, recent, progress] = await Promise.all([
      payments.days(id, firstDay(clock(), days)),
      payments.recent(id, recentShown),
      asset === null
        ? undefined
        : payments.progress(network, {
            asset: spelledOn({ family }, asset),
            wallet: spelledOn({ family }, wallet),
          }),
    ]);
    const counts = (sum: PaymentDay | KeptPayment): boolean => addsUp(tokenOf(sum, assets), currency);

    return {
      days: this.#days(sums.filter(counts)),
      recent: recent.filter(counts).map((payment) => this.#payment(payment)),
      countedFrom: blockView(progress?.from),
      countedTo: blockView(progress?.to),
    };
  }

  /** The days of all accounts together. */
  #days(sums: readonly PaymentDay[]): PaymentsView['days'] {
    return [...Map.groupBy(sums, ({ date }) => date)].map(([date, parts]) => ({
      date,
      txCount: parts.reduce((sum, { payments }) => sum + payments, 0),
      revenue: revenueOf(parts, this.#dependencies.assets),
      payers: parts.reduce((sum, { payers }) => sum + payers, 0),
    }));
  }

  #payment(payment: KeptPayment): PaymentsView['recent'][number] {
    const { network, tx, at, payer } = payment;
    const amount = revenueOf([payment], this.#dependencies.assets);

    return { network, tx, at: at.toISOString(), amount, payer };
  }

  /** Where buyers pay, as far as the declaration tells. */
  #accountOf({ pricing: { currency }, x402Config }: DeclaredService): DeclaredAccount {
    const network = findNetwork(x402Config.network)?.caip2 ?? x402Config.network;
    const tokens = this.#dependencies.assets.get(network) ?? [];
    const token =
      tokens.find(({ symbol }) => currencyOf(symbol) === currency) ??
      tokens.find(({ peg }) => peg === currency);

    return { network, asset: token?.address ?? null, wallet: x402Config.paymentAddress, currency };
  }
}

type DeclaredAccount = Pick<PaymentsView, 'network' | 'asset' | 'wallet' | 'currency'>;

const nothing: Pick<PaymentsView, 'days' | 'recent' | 'countedFrom' | 'countedTo'> = {
  days: [],
  recent: [],
  countedFrom: null,
  countedTo: null,
};

function blockView(time: BlockTime | null | undefined): PaymentsView['countedFrom'] {
  return time ? { block: time.block, at: time.at.toISOString() } : null;
}

/** The history of a catalog whose payments nobody counts. */
export function noPaymentHistory(assets: Assets, clock: Clock): PaymentHistory {
  const payments = {
    days: () => Promise.resolve([]),
    recent: () => Promise.resolve([]),
    progress: () => Promise.resolve(undefined),
  };

  return new PaymentHistory({ payments, assets, networks: new Set(), clock });
}
