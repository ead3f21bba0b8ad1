import { type Asset, type Assets, tokensFor } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { isRecent } from '../domain/duration.ts';
import { shownPayments } from '../domain/facts.ts';
import { findNetwork, normalizeAddress } from '../domain/network.ts';
import type { StoredPayment, PaymentDay, TokenSum } from '../domain/payments.ts';
import type { BlockTime } from '../domain/settlement.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { addsUp, revenueOf, tokenOf } from '../payments/summary.ts';
import { firstDay } from '../verification/uptime.ts';
import type { CatalogPayments, GroupPayments } from '../views/catalog-payments.ts';
import type { PaymentsView } from '../views/payments.ts';
import type { Clock, PaymentStore } from './ports.ts';

interface Dependencies {
  readonly payments: Pick<
    PaymentStore,
    'days' | 'payersOn' | 'recent' | 'progress' | 'totals' | 'newest' | 'sums' | 'payers'
  >;
  readonly assets: Assets;
  /** The networks whose payments are counted, by CAIP-2 id. */
  readonly networks: ReadonlySet<string>;
  readonly clock: Clock;
}

const recentShown = 20;

const cacheMs = 60_000;
const daysOfWeek = 7;

export class PaymentHistory {
  readonly #dependencies: Dependencies;
  #ofCatalog: { readonly at: number; readonly read: Promise<CatalogPayments> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get networks(): ReadonlySet<string> {
    return this.#dependencies.networks;
  }

  /** The payments of the whole catalog. Read at most once a minute, since all sums are added up. */
  catalogPayments(): Promise<CatalogPayments> {
    const now = this.#dependencies.clock().getTime();
    if (!this.#ofCatalog || !isRecent(this.#ofCatalog.at, now, cacheMs)) {
      const read = this.#readCatalogPayments();
      this.#ofCatalog = { at: now, read };
      read.catch(() => (this.#ofCatalog = undefined));
    }
    return this.#ofCatalog.read;
  }

  /**
   * The payments to several services. What some of them share, like the payments to a wallet of two services with one price, is on file once,
   * and counts once.
   */
  async paymentsTo(services: readonly string[]): Promise<GroupPayments> {
    const { payments, networks } = this.#dependencies;
    if (networks.size === 0 || services.length === 0) return { payers: 0, isShared: false, sums: [] };

    const ids = new Set(services);
    const payees = new Map([...(await payments.sums(services)).values()].flat().map((sum) => [sum.id, sum]));
    const paid = [...payees.values()].filter((sum) => sum.payments > 0 && this.#countedToken(sum));
    return {
      payers: paid.length === 0 ? 0 : (await payments.payers(paid.map(({ id }) => id))).payers,
      isShared: paid.some((sum) => sum.services.some((id) => !ids.has(id))),
      sums: this.#byCurrency(paid),
    };
  }

  async #readCatalogPayments(): Promise<CatalogPayments> {
    const { payments, networks, clock } = this.#dependencies;
    if (networks.size === 0) return { networks: [], sums: [], week: { main: 0, test: 0 } };

    const newest = await payments.newest();
    const week = await payments.totals(firstDay(clock(), daysOfWeek));
    const counted = week.filter((sum) => this.#countedToken(sum));
    const ofWeek = (isTest: boolean): number =>
      counted.reduce((count, sum) => count + (isTestnet(sum.network) === isTest ? sum.payments : 0), 0);
    return {
      networks: [...networks].map((id) => ({ id, countedTo: newest.get(id)?.at.toISOString() ?? null })),
      sums: this.#byCurrency(await payments.totals()),
      week: { main: ofWeek(false), test: ofWeek(true) },
    };
  }

  /** The token of a sum that counts; undefined where its network or its token does no more. */
  #countedToken(sum: TokenSum): Asset | undefined {
    const { networks, assets } = this.#dependencies;

    return networks.has(sum.network) ? tokenOf(sum, assets) : undefined;
  }

  #byCurrency(all: readonly TokenSum[]): CatalogPayments['sums'] {
    const totals = all.flatMap((sum) => {
      const token = this.#countedToken(sum);
      if (!token) return [];
      return [{ sum, currency: currencyOf(token.symbol), isTestnet: isTestnet(sum.network) }];
    });
    const byCurrency = Map.groupBy(totals, ({ currency, isTestnet }) => `${currency} ${String(isTestnet)}`);

    return [...byCurrency.values()].flatMap((group) =>
      group.slice(0, 1).map(({ currency, isTestnet }) => {
        const sums = group.map(({ sum }) => sum);
        const txCount = sums.reduce((total, each) => total + each.payments, 0);
        return { currency, isTestnet, txCount, revenue: revenueOf(sums, this.#dependencies.assets) };
      }),
    );
  }

  /** The payments of an entry: all of them as sums, those of the last days by day, and the last ones one by one. */
  async payments({ declared, observed }: Entry, days: number): Promise<PaymentsView> {
    const { attribution, ...summary } = shownPayments(observed.facts);
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
    const [sums, recent, progress] = await Promise.all([
      payments.days(id, firstDay(clock(), days)),
      payments.recent(id, recentShown),
      asset === null
        ? undefined
        : payments.progress(network, {
            asset: normalizeAddress(network, asset),
            wallet: normalizeAddress(network, wallet),
          }),
    ]);
    const counts = (sum: PaymentDay | StoredPayment): boolean => addsUp(tokenOf(sum, assets), currency);

    return {
      days: await this.#days(id, sums.filter(counts)),
      recent: recent.filter(counts).map((payment) => this.#payment(payment)),
      countedFrom: blockView(progress?.from),
      countedTo: blockView(progress?.to),
    };
  }

  async #days(id: string, sums: readonly PaymentDay[]): Promise<PaymentsView['days']> {
    const byDate = [...Map.groupBy(sums, ({ date }) => date)];

    return Promise.all(
      byDate.map(async ([date, parts]) => ({
        date,
        txCount: parts.reduce((sum, { payments }) => sum + payments, 0),
        revenue: revenueOf(parts, this.#dependencies.assets),
        payers: await this.#payersOn(id, date, parts),
      })),
    );
  }

  /** A payer of several payees counts once, as long as the wallets are known. */
  async #payersOn(id: string, date: string, parts: readonly PaymentDay[]): Promise<number> {
    const sum = parts.reduce((total, { payers }) => total + payers, 0);

    return parts.length === 1 ? sum : (await this.#dependencies.payments.payersOn(id, date)) || sum;
  }

  #payment(payment: StoredPayment): PaymentsView['recent'][number] {
    const { network, tx, at, payer } = payment;
    const amount = revenueOf([payment], this.#dependencies.assets);

    return { network, tx, at: at.toISOString(), amount, payer };
  }

  /** Where buyers pay, according to the declaration. */
  #accountOf({ pricing: { currency }, x402Config }: DeclaredService): DeclaredAccount {
    const network = findNetwork(x402Config.network)?.caip2 ?? x402Config.network;
    const [token] = tokensFor({ currency, network }, this.#dependencies.assets);

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

function isTestnet(network: string): boolean {
  return findNetwork(network)?.testnet ?? false;
}

function blockView(time: BlockTime | null | undefined): PaymentsView['countedFrom'] {
  return time ? { block: time.block, at: time.at.toISOString() } : null;
}

/** The history of a catalog whose payments nobody counts. */
export function noPaymentHistory(assets: Assets, clock: Clock): PaymentHistory {
  const payments = {
    days: () => Promise.resolve([]),
    payersOn: () => Promise.resolve(0),
    recent: () => Promise.resolve([]),
    progress: () => Promise.resolve(undefined),
    totals: () => Promise.resolve([]),
    newest: () => Promise.resolve(new Map()),
    sums: () => Promise.resolve(new Map()),
    payers: () => Promise.resolve({ payers: 0, most: 0 }),
  };

  return new PaymentHistory({ payments, assets, networks: new Set(), clock });
}
