import type { Market, Seller, SellerOptions } from '../../economy/market.ts';
import type { Outcome, OutcomeVerdict } from '../../src/domain/outcome.ts';
import type { PaymentFlag } from '../../src/domain/facts.ts';
import type { Verdict } from '../../src/domain/verdict.ts';

/** A seller of the market as it is invented here: what its owner declares, how it behaves, and who buys from it. */
interface Plan {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly seller: SellerOptions;
  /** The wallet that it is paid into; a new one unless given. */
  readonly wallet?: 'shared' | 'of a buyer';
  /** What happens to it after its first check. */
  readonly later?: 'takes another wallet' | 'goes away';
  /** Purchases at the beginning: how many by each buyer. */
  readonly sales?: readonly number[];
  /** Purchases on each of the last days, the oldest first. */
  readonly history?: readonly number[];
  /** What its buyers say of each purchase of today; nothing unless given. */
  readonly outcome?: Outcome;
  /** How often its own wallet buys. */
  readonly ownPurchases?: number;
  /** What to look at, in one word or two, and the sentence that explains it. */
  readonly sight: readonly [label: string, text: string];
  readonly shows: Shown;
}

/** What the catalog shows of a stall in the end. */
interface Shown {
  readonly verdict: Verdict;
  readonly flags?: readonly PaymentFlag[];
  readonly attribution?: 'service' | 'wallet';
  /** What its buyers say adds up to this. */
  readonly outcomes?: OutcomeVerdict;
}

/** A plan with its open seller. */
export interface Stall extends Plan {
  readonly open: Seller;
  /** The URL that its owner declares. */
  readonly endpoint: string;
  /** Takes another wallet, or goes away, if it is one that does. */
  readonly change: () => Promise<void>;
}

const plans: readonly Plan[] = [
  {
    name: 'Harbour Tides',
    description: 'Tide times, heights and currents for 4,000 harbours, up to 14 days ahead.',
    category: 'weather-environment',
    seller: { path: '/v1/tides', price: '0.004', answer: { high: '06:12', low: '12:25', metres: 3.4 } },
    sales: [5, 4, 3],
    history: [1, 2, 2, 4, 3, 1, 2, 5, 4, 6, 5, 3, 7, 8],
    outcome: 'delivered',
    sight: ['paid for', 'several buyers pay it each day, and say that it delivers'],
    shows: { verdict: 'verified', attribution: 'service', outcomes: 'delivers' },
  },
  {
    name: 'Night Trains',
    description: 'Free berths and fares of night trains in 18 countries.',
    category: 'transport-travel',
    seller: { path: '/berths', price: '0.006', answer: { error: 'Try again later.' } },
    sales: [2, 2, 2],
    outcome: 'nothing',
    sight: ['fails', 'it takes the money and answers with an error, as its buyers say'],
    shows: { verdict: 'verified', attribution: 'service', outcomes: 'fails' },
  },
  {
    name: 'Invoice Fields',
    description: 'Reads supplier, date, lines, taxes and total from the picture of an invoice.',
    category: 'documents-conversion',
    seller: { path: '/v2/invoices', price: '0.03', answer: { supplier: 'Example Ltd', total: '118.40' } },
    sales: [2, 1, 2],
    sight: ['verified', 'its live 402 asks what its owner declared'],
    shows: { verdict: 'verified' },
  },
  {
    name: 'Rooftop Yield',
    description: 'Estimates what solar panels on a roof would yield, month by month.',
    category: 'weather-environment',
    seller: { path: '/yield', price: '0.002', live: { price: '0.02' } },
    sight: ['wrong price', 'it declares 0.002 USDC and asks ten times as much'],
    shows: { verdict: 'price_mismatch' },
  },
  {
    name: 'Parcel Compass',
    description: 'Where a parcel is and when it arrives, for 300 carriers.',
    category: 'transport-travel',
    seller: { path: '/track', price: '0.005', answer: { status: 'in transit' } },
    later: 'takes another wallet',
    sight: ['changed wallet', 'it was verified, then its 402 began to name another wallet'],
    shows: { verdict: 'payto_mismatch' },
  },
  {
    name: 'Patient Scribe',
    description: 'Writes down what is said in a recording, with the time of each sentence.',
    category: 'media-processing',
    seller: { path: '/transcripts', price: '0.06', delay: 3_000 },
    sight: ['slow', 'each answer takes it three seconds'],
    shows: { verdict: 'verified' },
  },
  {
    name: 'Pocket Atlas',
    description: 'Turns a street address into coordinates, and coordinates into an address.',
    category: 'maps-geolocation',
    seller: { path: '/geocode', price: '0.001' },
    later: 'goes away',
    sight: ['gone', 'it is unreachable; only after a day of that it becomes inactive'],
    shows: { verdict: 'unreachable' },
  },
  {
    name: 'Open Larder',
    description: 'Ingredients, allergens and nutrition of packaged food by its barcode.',
    category: 'food-lifestyle',
    seller: { path: '/barcodes', price: '0.001', isFree: true, answer: { name: 'Oat biscuits' } },
    sight: ['no 402', 'it answers 200 and asks for no payment'],
    shows: { verdict: 'unread' },
  },
  {
    name: 'Fixing Rates',
    description: 'Reference exchange rates of 160 currencies against the euro, every hour.',
    category: 'market-data',
    seller: { path: '/rates', price: '0.02', token: 'EURC', answer: { USD: '1.0842' } },
    sales: [3, 2],
    sight: ['in euros', 'it is paid in EURC'],
    shows: { verdict: 'verified', attribution: 'service' },
  },
  {
    name: 'Plain Summary',
    description: 'Shortens a long text to five sentences in plain words.',
    category: 'text-nlp',
    seller: { path: '/summaries', price: '0.008', method: 'POST', answer: { summary: 'It rained.' } },
    sales: [2, 1, 1],
    sight: ['by POST', 'checks found out that it answers POST, not GET'],
    shows: { verdict: 'verified' },
  },
  {
    name: 'Bridge Ledger',
    description: 'Looks up a transaction on 20 chains and says in words what it did.',
    category: 'blockchain-infra',
    seller: { path: '/transactions', price: '0.01', version: 1, answer: { kind: 'transfer' } },
    sales: [1, 2, 1],
    sight: ['x402 v1', 'it still speaks version 1 of x402'],
    shows: { verdict: 'verified' },
  },
  {
    name: 'Page Reader',
    description: 'The text of any web page, without menus and advertisements.',
    category: 'search-web',
    seller: { path: '/read', price: '0.003', answer: { text: 'Hello' } },
    wallet: 'shared',
    sales: [2, 2],
    sight: ['one wallet', 'it shares wallet and price with Page Shots, so both report the same payments'],
    shows: { verdict: 'verified', attribution: 'wallet' },
  },
  {
    name: 'Page Shots',
    description: 'A picture of any web page, as a phone or a desktop shows it.',
    category: 'search-web',
    seller: { path: '/shots', price: '0.003', answer: { picture: 'shot.png' } },
    wallet: 'shared',
    sales: [1, 1],
    sight: ['for two', 'the other service of that wallet'],
    shows: { verdict: 'verified', attribution: 'wallet' },
  },
  {
    name: 'Mirror Signals',
    description: 'Trading signals for 50 coins, refreshed every minute.',
    category: 'crypto-data',
    seller: { path: '/signals', price: '0.05', answer: { signal: 'hold' } },
    wallet: 'of a buyer',
    ownPurchases: 4,
    sight: ['self-paid', 'its only buyer is its own wallet'],
    shows: { verdict: 'verified', flags: ['self_payments', 'single_payer'] },
  },
  {
    name: 'Quiet Statutes',
    description: 'Full text of statutes and regulations of 12 countries, with their history.',
    category: 'government-legal',
    seller: { path: '/statutes', price: '0.015' },
    sight: ['unpaid', 'it works, and nobody has bought from it yet'],
    shows: { verdict: 'verified' },
  },
];

/** Opens the sellers of the market. `owner` is the wallet that buys from itself. */
export async function openStalls(market: Market, owner: Seller['declared']['wallet']): Promise<Stall[]> {
  const wallets = { shared: (await market.openBuyer({ funds: '0' })).address, 'of a buyer': owner };

  return Promise.all(
    plans.map(async (plan) => {
      const own = plan.wallet === undefined ? {} : { wallet: wallets[plan.wallet] };
      const open = await market.openSeller({ ...plan.seller, ...own });
      return {
        ...plan,
        open,
        endpoint: endpointOf(open, plan),
        change: () => changeLater(plan, open, market),
      };
    }),
  );
}

/** Checks ask one host at a time, so a slow seller has a name of its own for this machine, or all others would wait for it. */
function endpointOf({ url }: Seller, { seller: { delay = 0 } }: Plan): string {
  return delay > 0 ? url.replace('127.0.0.1', 'localhost') : url;
}

async function changeLater({ later }: Plan, open: Seller, market: Market): Promise<void> {
  if (later === 'takes another wallet') {
    open.change({ wallet: (await market.openBuyer({ funds: '0' })).address });
  } else if (later === 'goes away') await open.close();
}

/** How many payments the catalog counts for a stall at the beginning, at least. */
export function paymentsAtFirst({ sales = [], history = [], ownPurchases = 0 }: Plan): number {
  return [...sales, ...history, ownPurchases].reduce((sum, count) => sum + count, 0);
}
