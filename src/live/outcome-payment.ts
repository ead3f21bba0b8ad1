import type { Assets } from '../domain/asset.ts';
import { unitsOf } from '../domain/decimal.ts';
import { hourMs } from '../domain/duration.ts';
import { LedgerFault } from '../domain/unavailable.ts';
import { normalizeAddress } from '../domain/network.ts';
import type { OutcomeClaim, StatedPayment } from '../domain/outcome.ts';
import type { TermsPeriod } from '../domain/payments.ts';
import type { DeclaredService } from '../domain/service.ts';
import { walletOf } from '../domain/signer.ts';
import { type Account, accountKey, type ChainTransaction, type Settlement } from '../domain/settlement.ts';
import { faultOf, type OutcomeFault } from '../outcomes/judge.ts';
import { declaredTerms } from '../payments/asked-terms.ts';
import { tokenOf } from '../payments/summary.ts';
import { type Origins, originsOf, unknownOrigins } from './payer-origins.ts';
import type { BuyerStore, Clock, PaymentStore, TransactionLedger } from './ports.ts';

interface Dependencies {
  /** By CAIP-2 id of the network. */
  readonly ledgers: ReadonlyMap<string, TransactionLedger>;
  readonly payments: Pick<PaymentStore, 'periods' | 'asked'>;
  readonly buyers: Pick<BuyerStore, 'walletsOf'>;
  readonly assets: Assets;
  /** How far back transfers are read. */
  readonly lookbackMs: number;
  readonly clock: Clock;
}

/** The payments to a service in one transaction, or why nothing can be stated about it, or not yet. */
export type FoundPayments =
  | {
      readonly payments: readonly Settlement[];
      readonly sellers: ReadonlySet<string>;
      readonly isFinal: boolean;
    }
  | { readonly fault: OutcomeFault }
  | { readonly waiting: 'finality' | 'provider' };

/** A first block that was found so recently is good enough. */
const firstBlockMs = 10 * 60_000;

export class OutcomePayments {
  readonly #dependencies: Dependencies;
  /** The newest final block that was seen, and the look for a newer one that is under way. */
  readonly #final = new Map<string, number>();
  readonly #looking = new Map<string, Promise<number>>();
  readonly #firstBlocks = new Map<string, { readonly block: number; readonly readAt: number }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  isCounted(network: string): boolean {
    return this.#dependencies.ledgers.has(network);
  }

  /** The payments to the service in the transaction of a claim, about which something can be stated. */
  async find(service: DeclaredService, claim: OutcomeClaim): Promise<FoundPayments> {
    try {
      return await this.#find(service, claim);
    } catch (error) {
      if (error instanceof LedgerFault) return { waiting: 'provider' };
      throw error;
    }
  }

  /** Where the payer of a payment has its money from; unknown where the chain cannot be asked, or not in this time. */
  async origins(
    { network, payment, sellers }: { network: string; payment: Settlement; sellers: ReadonlySet<string> },
    patienceMs: number,
  ): Promise<Origins> {
    const ledger = this.#ledger(network);
    const deadline = performance.now() + patienceMs;
    const token = tokenOf({ network, asset: payment.asset }, this.#dependencies.assets);
    if (!ledger.transfers || !token) return unknownOrigins;

    try {
      const from = await this.#firstBlock(network);
      const transfers = ledger.transfers.bind(ledger);
      const one = 10n ** BigInt(token.decimals);
      return await originsOf({ ledger: { transfers }, payment, sellers, from, one, deadline });
    } catch (error) {
      if (error instanceof LedgerFault) return unknownOrigins;
      throw error;
    }
  }

  /** Whether a transaction is a refund: the seller sends the payer at least what it paid, later. @throws {LedgerFault} */
  async isRefund(service: DeclaredService, tx: string, paid: StatedPayment): Promise<boolean> {
    const { network, asset, payTo, payer, amount, block } = paid;
    const token = tokenOf({ network, asset }, this.#dependencies.assets);
    const units = token && unitsOf(amount, token.decimals);
    const found = await this.#ledger(network).transaction(tx, []);
    if (units === undefined || found === undefined || found === 'pending') return false;
    if (found.block < block || !(await this.#isFinal(network, found))) return false;

    const sellers = new Set([...(await this.#sellersOf(service, network)), payTo]);
    return found.transfers.some(
      (transfer) =>
        transfer.asset === asset &&
        sellers.has(transfer.sender) &&
        transfer.recipient === payer &&
        transfer.units >= units,
    );
  }

  async #sellersOf(service: DeclaredService, network: string): Promise<ReadonlySet<string>> {
    const paid = await this.#dependencies.buyers.walletsOf(network, [service.id]);
    const owner = walletOf(service.owner ?? '')?.address;
    const declared = declaredTerms(service, this.#dependencies.assets);

    return new Set([
      ...(paid.get(service.id) ?? []),
      ...declared.filter((terms) => terms.network === network).map(({ wallet }) => wallet),
      ...(owner === undefined ? [] : [normalizeAddress(network, owner)]),
    ]);
  }

  async #find(service: DeclaredService, claim: OutcomeClaim): Promise<FoundPayments> {
    const { network, tx, outcome } = claim;
    const asked = await this.#askedBy(service, network);
    const accounts = [...new Map(asked.map((terms) => [accountKey(terms), terms])).values()];
    const transaction = await this.#ledger(network).transaction(tx, accounts);
    if (transaction === undefined) return { fault: 'tx_not_found' };
    if (transaction === 'pending') return { waiting: 'finality' };

    const sellers = await this.#sellersOf(service, network);
    const isWithoutLimit = service.price === 'varies';
    const judged = await Promise.all(
      transaction.settlements.map(async (payment) => {
        const periods = await this.#periodsOf(network, payment, asked);
        const now = this.#dependencies.clock();
        const judging = { serviceId: service.id, outcome, periods, isWithoutLimit, sellers, now };
        return { payment, fault: faultOf(payment, judging) };
      }),
    );
    const payments = judged.filter(({ fault }) => fault === undefined).map(({ payment }) => payment);
    // Waiting would not cure what is wrong with all of them.
    if (payments.length === 0) return { fault: judged[0]?.fault ?? 'tx_not_to_seller' };
    return { payments, sellers, isFinal: await this.#isFinal(network, transaction) };
  }

  /** What a service asks and asked on a network: as it is on file, and as it declares now. */
  async #askedBy(service: DeclaredService, network: string): Promise<TermsPeriod[]> {
    const { payments, assets } = this.#dependencies;
    const now = declaredTerms(service, assets).map((terms): TermsPeriod => ({
      ...terms,
      serviceId: service.id,
      source: 'declared',
      since: new Date(service.updatedAt),
      until: null,
    }));

    return [...(await payments.asked(service.id)), ...now].filter((terms) => terms.network === network);
  }

  async #periodsOf(network: string, account: Account, asked: readonly TermsPeriod[]): Promise<TermsPeriod[]> {
    const { asset, wallet } = account;
    const ofAll = await this.#dependencies.payments.periods(network, { asset, wallet });

    return [...ofAll, ...asked.filter((terms) => accountKey(terms) === accountKey(account))];
  }

  async #isFinal(network: string, { block }: Pick<ChainTransaction, 'block'>): Promise<boolean> {
    if (block <= (this.#final.get(network) ?? -1)) return true;

    const looking = this.#looking.get(network) ?? this.#lookForFinal(network);
    this.#looking.set(network, looking);
    return block <= (await looking);
  }

  async #lookForFinal(network: string): Promise<number> {
    try {
      const { block } = await this.#ledger(network).tip();
      this.#final.set(network, block);
      return block;
    } finally {
      this.#looking.delete(network);
    }
  }

  async #firstBlock(network: string): Promise<number> {
    const known = this.#firstBlocks.get(network);
    if (known && performance.now() - known.readAt < firstBlockMs) return known.block;

    const { clock, lookbackMs } = this.#dependencies;
    const { block } = await this.#ledger(network).blockAt(new Date(clock().getTime() - lookbackMs - hourMs));
    this.#firstBlocks.set(network, { block, readAt: performance.now() });
    return block;
  }

  #ledger(network: string): TransactionLedger {
    const ledger = this.#dependencies.ledgers.get(network);
    if (!ledger) throw new Error(`payments on ${network} are not counted`);

    return ledger;
  }
}
