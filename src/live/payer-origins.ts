import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Settlement, TokenTransfer, TransferSide } from '../domain/settlement.ts';
import { sumOf, unitsOfSeller } from '../payments/funding.ts';
import type { Ledger } from './ports.ts';

export interface Origins {
  /** Wallets that tie the payer to others that they funded, too, the largest first; null where that is unknown. */
  readonly funders: readonly string[] | null;
  readonly isFundedBySeller: boolean;
}

export const unknownOrigins: Origins = { funders: null, isFundedBySeller: false };

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

/**
 * The largest funders that are followed, of a payer and of each of its funders. But for the largest, each sent at least this part of all that was
 * received: else anybody could tie strangers to each other by sending all of them a little.
 */
const maxFunders = 4;
const minPart = 10n;

/** A wallet that sends so many others a token each is an exchange, a bridge or a faucet: whom it funds has nothing in common. */
const publicFrom = 1_000;

/** Transfers read of a few wallets; one with more is taken for public, and as a seller for one that may have funded anybody. */
const maxTransfers = 20_000;

/** What a token is made from: minting ties nobody to anybody. */
const nobody = /^0x0{40}$/;

/** There is more to read than can be read. */
class TooMuch extends Error {}

/** The deadline passed: nothing more is read. */
class Late extends TooMuch {}

/**
 * Finds out who sent a payer the token that it paid with, and who sent it to those, and whether it was the seller, itself or through one more wallet.
 * Answers that nothing is known where the deadline passes. @throws {LedgerFault}
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
  const { payer, units } = look.payment;
  const received = (await read(look, 'recipient', [payer])).filter(({ sender }) => sender !== payer);
  const ofOthers = received.filter(({ sender }) => !look.sellers.has(sender));
  // A seller that pays back ties its buyers to nobody.
  const direct = largestSenders(sumOf(ofOthers) < neededOf(look) ? received : ofOthers);
  const publicDirect = await publicAmong(look, direct);
  const isFundedBySeller = await isOfSeller(look, received, publicDirect);
  // It paid with what it had from before.
  if (sumOf(received) < units) return { funders: null, isFundedBySeller };

  const own = direct.filter((wallet) => !publicDirect.has(wallet));
  const passedOn = await read(look, 'recipient', own);
  const second = own.flatMap((wallet) => {
    const toIt = passedOn.filter(({ recipient, sender }) => recipient === wallet && sender !== wallet);
    return largestSenders(toIt);
  });
  const publicSecond = await publicAmong(look, second);
  const funders = [...own, ...second.filter((wallet) => !publicSecond.has(wallet))];
  return { funders: [...new Set(funders)].filter((wallet) => wallet !== payer), isFundedBySeller };
}

/**
 * Whether the seller sent the payer what it needed, itself or through one more wallet that had it from the seller, and others did not. The trifle
 * that a seller sends to a buyer, or to an exchange, says nothing.
 */
async function isOfSeller(
  look: Look,
  received: readonly TokenTransfer[],
  publicWallets: ReadonlySet<string>,
): Promise<boolean> {
  const needed = neededOf(look);
  const sent = (await read(look, 'sender', [...look.sellers]).catch(unlessTooMuch)) ?? [];
  const given = sumsBy(sent, ({ recipient }) => recipient);
  const givenTo = (wallet: string): bigint => (publicWallets.has(wallet) ? 0n : (given.get(wallet) ?? 0n));

  const ofSeller = unitsOfSeller(received, look.sellers, givenTo);
  return ofSeller >= needed && sumOf(received) - ofSeller < needed;
}

/** What a payer needs from others to be independent: what it paid, or one token. */
function neededOf({ payment: { units }, one }: Look): bigint {
  return units < one ? units : one;
}

/** Those who sent most of this, without minting. */
function largestSenders(received: readonly TokenTransfer[]): string[] {
  const all = sumOf(received);
  const sums = sumsBy(received, ({ sender }) => sender);

  return [...sums]
    .filter(([sender]) => !nobody.test(sender))
    .sort(([, a], [, b]) => Number(a < b) - Number(a > b))
    .filter(([, sum], place) => place === 0 || sum * minPart >= all)
    .slice(0, maxFunders)
    .map(([sender]) => sender);
}

function sumsBy(
  transfers: readonly TokenTransfer[],
  walletOf: (transfer: TokenTransfer) => string,
): ReadonlyMap<string, bigint> {
  return new Map([...Map.groupBy(transfers, walletOf)].map(([wallet, all]) => [wallet, sumOf(all)]));
}

/** Those of these wallets that are public. One is read after another, so that a busy one does not hide the others. */
async function publicAmong(look: Look, wallets: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const wallet of new Set(wallets)) {
    const sent = await read(look, 'sender', [wallet]).catch(unlessTooMuch);
    const funded = sent?.filter(({ units }) => units >= look.one).map(({ recipient }) => recipient);
    if (!funded || new Set(funded).size >= publicFrom) found.add(wallet);
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
    if (found.length > maxTransfers) throw new TooMuch('too many transfers');
    if (performance.now() > deadline) throw new Late('the deadline has passed');
    await nextTurn();
  }
  return found;
}

function unlessTooMuch(error: unknown): undefined {
  if (error instanceof TooMuch && !(error instanceof Late)) return undefined;
  throw error;
}
