import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Funding } from '../domain/payments.ts';
import type { Settlement, TokenTransfer, TransferSide } from '../domain/settlement.ts';
import { FundingTrail } from '../payments/funding.ts';
import type { Ledger } from './ports.ts';

/** Where a payer has its money from. */
export interface Origins {
  /** Wallets that tie the payer to others that they funded, too; null where that is unknown. */
  readonly funders: readonly string[] | null;
  /** Whether the seller funded it. */
  readonly funding: Funding;
}

export const unknownOrigins: Origins = { funders: null, funding: 'unknown' };

interface Look {
  readonly ledger: Required<Pick<Ledger, 'transfers'>>;
  readonly payment: Settlement;
  /** The wallets of the seller and the owner. */
  readonly sellers: ReadonlySet<string>;
  /** The first block to read. */
  readonly from: number;
  /** The number of units in one token. */
  readonly one: bigint;
  /** By `performance.now()`. */
  readonly deadline: number;
}

/** The largest funders that are followed, of a payer and of each of its funders. */
const mostFunders = 4;

/** A wallet that sends a token to so many others is an exchange, a bridge or a faucet: whom it funds has nothing in common. */
const publicFrom = 1_000;

/** Transfers read of a few wallets; one with more is taken for public, and as a seller for one that may have funded anybody. */
const mostTransfers = 20_000;

/** What a token is made from: minting ties nobody to anybody. */
const nobody = /^0x0{40}$/;

/** There is more to read than can be read. */
class TooMuch extends Error {}

/** The deadline passed: nothing more is read. */
class Late extends TooMuch {}

/**
 * Finds out who sent a payer the token that it paid with, and who sent it to those. Within two hops, a seller is found as `FundingTrail` says. Answers
 * that nothing is known where the deadline passes. @throws {LedgerFault}
 */
export async function originsOf(look: Look): Promise<Origins> {
  try {
    return await findOrigins(look);
  } catch (error) {
    if (error instanceof TooMuch) return unknownOrigins;
    throw error;
  }
}

async function findOrigins(look: Look): Promise<Origins> {
  const { payment, sellers, one } = look;
  const { payer, units, asset, block } = payment;
  const received = await read(look, 'recipient', [payer]);
  const direct = largestSenders(received, payer);
  const sentBySellers = await read(look, 'sender', [...sellers]).catch(unlessTooMuch);
  const publicDirect = await publicAmong(look, direct);

  const trail = new FundingTrail(one);
  for (const transfer of received) trail.noteReceived(transfer);
  for (const transfer of sentBySellers ?? []) trail.noteSent(transfer);
  if (!sentBySellers) for (const seller of sellers) trail.noteBusy(seller);
  const funding = trail.fundingOf({ serviceId: '', payer, asset, units, lastBlock: block }, sellers);
  if (received.length === 0) return { funders: null, funding };

  const own = direct.filter((wallet) => !publicDirect.has(wallet));
  const passedOn = await read(look, 'recipient', own);
  const second = own.flatMap((wallet) =>
    largestSenders(
      passedOn.filter(({ recipient }) => recipient === wallet),
      wallet,
    ),
  );
  const publicSecond = await publicAmong(look, second);
  const funders = [...own, ...second.filter((wallet) => !publicSecond.has(wallet))];
  return { funders: [...new Set(funders)].sort(), funding };
}

/** Those who sent a wallet the most, without itself and without minting. */
function largestSenders(transfers: readonly TokenTransfer[], recipient: string): string[] {
  const sums = new Map<string, bigint>();
  for (const { sender, units } of transfers) {
    if (sender !== recipient && !nobody.test(sender)) sums.set(sender, (sums.get(sender) ?? 0n) + units);
  }

  return [...sums]
    .sort(([, a], [, b]) => (a < b ? 1 : -1))
    .slice(0, mostFunders)
    .map(([sender]) => sender);
}

/** Those of these wallets that are public. One is read after another, so that a busy one does not hide the others. */
async function publicAmong(look: Look, wallets: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const wallet of new Set(wallets)) {
    const sent = await read(look, 'sender', [wallet]).catch(unlessTooMuch);
    if (!sent || new Set(sent.map(({ recipient }) => recipient)).size >= publicFrom) found.add(wallet);
  }
  return found;
}

async function read(
  { ledger, payment: { asset, block }, from, deadline }: Look,
  side: TransferSide['side'],
  wallets: readonly string[],
): Promise<TokenTransfer[]> {
  if (wallets.length === 0) return [];

  const found: TokenTransfer[] = [];
  for await (const portion of ledger.transfers({ asset, side, wallets }, from, block)) {
    found.push(...portion);
    if (found.length > mostTransfers) throw new TooMuch('too many transfers');
    if (performance.now() > deadline) throw new Late('the deadline has passed');
    await nextTurn();
  }
  return found;
}

function unlessTooMuch(error: unknown): undefined {
  if (error instanceof TooMuch && !(error instanceof Late)) return undefined;
  throw error;
}
