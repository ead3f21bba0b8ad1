import { flagSentences, sharedWallet, unpaid } from '#texts/payments.ts';
import { shownPayments } from '../domain/facts.ts';
import { findNetwork } from '../domain/network.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { CountedPayments, KnownService } from '../views/known-service.ts';
import type { PaymentsView } from '../views/payments.ts';
import { transactionPage } from './explorers.ts';
import { amountIn, groupThousands, percentText, shortened } from '../texts/formats.ts';
import type { SiteHistory } from './history.ts';
import { isFree } from './price-words.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { networkTitle } from './understood.ts';
import { stripDays } from './uptime-strip.ts';

/** The payments of a service, as its page shows them. */
export interface ServicePayments {
  /** What to know about the numbers, or why there are none. */
  readonly sentences: readonly string[];
  /** The times between which payments are counted; null where they are not, or not yet. */
  readonly range: { readonly from: string; readonly to: string } | null;
  /** Null where no payment was counted. */
  readonly paid: PaidService | null;
}

interface PaidService {
  readonly payments: string;
  readonly revenue: string;
  readonly payers: string;
  /** In percent. */
  readonly largestShare: string;
  readonly currency: string;
  /** The days with payments, oldest first, which the chart of the service shows. */
  readonly days: PaymentsView['days'];
  /** The last payments, newest first. */
  readonly recent: readonly ShownPayment[];
}

export interface ShownPayment {
  readonly at: string;
  readonly amount: string;
  readonly payer: string;
  readonly transaction: string;
  /** Its page on the block explorer, where one is known. */
  readonly page?: string | undefined;
}

export async function servicePayments(
  entry: Entry,
  { payments }: KnownService,
  catalog: SiteCatalog,
): Promise<ServicePayments> {
  const { history } = catalog;
  if (!payments) return { sentences: [whyNotCounted(entry, history)], range: null, paid: null };

  const view = await history.payments(entry, stripDays);
  const { countedFrom, countedTo } = view;
  const range = countedFrom && countedTo && { from: countedFrom.at, to: countedTo.at };
  if (payments.txCount === 0) return { sentences: [whyUnpaid(entry, range !== null)], range, paid: null };

  return { sentences: remarks(payments), range, paid: paidService(payments, view, catalog) };
}

function paidService(payments: CountedPayments, view: PaymentsView, catalog: SiteCatalog): PaidService {
  const { currency, days, recent } = view;

  return {
    payments: groupThousands(payments.txCount),
    revenue: amountIn(currency, payments.revenue),
    payers: groupThousands(payments.uniquePayers),
    largestShare: percentText(100 * (payments.largestPayerShare ?? 0)),
    currency,
    days,
    recent: recent.map(({ network, tx, at: time, amount, payer }) => ({
      at: time,
      amount: amountIn(currency, amount),
      payer: shortened(payer),
      transaction: shortened(tx),
      page: transactionPage(network, tx, catalog),
    })),
  };
}

function whyNotCounted(
  { declared, observed }: Entry,
  { countedNetworks }: Pick<SiteHistory, 'countedNetworks'>,
): string {
  const { pricing, x402Config } = declared;
  if (shownPayments(observed.facts).flags.includes('wallet_varies')) return flagSentences.wallet_varies;

  const { title, caip2 } = findNetwork(x402Config.network) ?? { title: x402Config.network, caip2: '' };

  return countedNetworks.has(caip2)
    ? unpaid.unknownAmount({ amount: amountIn(pricing.currency, pricing.pricePerRequest), network: title })
    : unpaid.noProvider({ network: title });
}

function whyUnpaid({ declared }: Entry, isCounted: boolean): string {
  if (isFree(declared.pricing.pricePerRequest)) return unpaid.free;

  return isCounted
    ? unpaid.none
    : unpaid.notCountedYet({ network: networkTitle(declared.x402Config.network) });
}

function remarks({ attribution, sharedWith, flags }: CountedPayments): string[] {
  return [
    ...(attribution === 'wallet' ? [sharedWallet({ others: sharedWith })] : []),
    ...flags.map((flag) => flagSentences[flag]),
  ];
}
