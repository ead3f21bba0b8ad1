import { setTimeout as pause } from 'node:timers/promises';
import type { Buyer, Market, Receipt } from '../../economy/market.ts';
import { signedText } from '../../src/outcomes/signed-text.ts';
import { confirmations, type SignedStatement } from './catalog-server.ts';
import type { Stall } from './stalls.ts';

const dayMs = 86_400_000;

/** How long buyers rest before the next one buys, in milliseconds. */
const restMs = 3_000;

/** The chain begins this many days ago, before the first purchase. */
export const chainDays = 15;

/** Everyone who buys. */
export interface Parties {
  readonly buyers: readonly Buyer[];
  /** The buyer who owns a stall, and buys from nobody else. */
  readonly owner: Buyer;
}

/** Pays for each past day what the plans say: many payments in one transaction, since x402 itself only pays now. Ends with the clock at now. */
export async function payHistory(
  market: Market,
  stalls: readonly Stall[],
  buyers: readonly Buyer[],
): Promise<void> {
  const days = Math.max(...stalls.map(({ history = [] }) => history.length));
  for (let daysAgo = days; daysAgo > 0; daysAgo -= 1) {
    await market.chain.setTime(new Date(Date.now() - daysAgo * dayMs));
    for (const { history = [], open } of stalls) {
      const payments = Array.from({ length: history.at(-daysAgo) ?? 0 }, (_, number) => ({
        from: buyerOf(buyers, number + daysAgo),
        to: open.declared.wallet,
        amount: open.declared.price,
      }));
      if (payments.length > 0) await market.settleTogether(payments, open.declared.token);
    }
  }
  await market.chain.setTime(new Date());
}

/** What a buyer bought. */
export interface Purchase {
  readonly buyer: Buyer;
  readonly stall: Stall;
  readonly receipt: Receipt;
}

/** The first purchases by x402. Each buyer pays one after the other, all of them at the same time. */
export async function buyAtFirst(
  market: Market,
  stalls: readonly Stall[],
  { buyers, owner }: Parties,
): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  const bought = buyers.map(async (buyer, number) => {
    for (const stall of stalls) {
      const receipts = await buyer.buy(stall.open, stall.sales?.[number] ?? 0);
      purchases.push(...receipts.map((receipt) => ({ buyer, stall, receipt })));
    }
  });
  const boughtByOwner = async () => {
    for (const { open, ownPurchases = 0 } of stalls) await owner.buy(open, ownPurchases);
  };

  await Promise.all([...bought, boughtByOwner()]);
  await market.chain.mine(confirmations + 1);
  return purchases;
}

/** What the buyer of a purchase says of it, signed for a catalog at this host; undefined for a buyer who says nothing. */
export async function statementOn(
  { buyer, stall: { outcome }, receipt }: Purchase,
  { network }: Market['chain'],
  { host, id }: { readonly host: string; readonly id: string },
): Promise<SignedStatement | undefined> {
  if (outcome === undefined) return undefined;

  const claim = { network, tx: receipt.transaction, outcome, httpStatus: 200 };
  return { ...claim, signature: await buyer.sign(signedText(host, id, claim)) };
}

/** Goes on buying now and then from those that had buyers at first, until it is stopped; hands each purchase over once it is final. */
export async function goOnBuying(
  market: Market,
  stalls: readonly Stall[],
  { buyers }: Parties,
  { stopping, use }: { readonly stopping: AbortSignal; readonly use: (bought: Purchase) => Promise<void> },
): Promise<void> {
  const paid = stalls.filter(({ sales = [] }) => sales.length > 0);
  for (let round = 0; !stopping.aborted; round += 1) {
    const [buyer, stall] = [buyerOf(buyers, round), stallOf(paid, round)];
    const [receipt] = await buyer.buy(stall.open);
    await market.chain.mine(confirmations + 1);
    if (receipt) await use({ buyer, stall, receipt });
    await pause(restMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

function buyerOf(buyers: readonly Buyer[], number: number): Buyer {
  return inTurn(buyers, number);
}

/** The first of them has a turn of every two, the others share the rest. */
function stallOf(stalls: readonly Stall[], round: number): Stall {
  return inTurn(stalls, round % 2 === 0 ? 0 : (round + 1) / 2);
}

function inTurn<Each>(all: readonly Each[], number: number): Each {
  const one = all[number % all.length];
  if (one === undefined) throw new Error('there is nobody whose turn it could be');

  return one;
}
