import { dayMs } from '../domain/duration.ts';
import type {
  Finding,
  OutcomeRecord,
  OutcomeSummary,
  Reply,
  StatedPayment,
  Statement,
} from '../domain/outcome.ts';
import { normalizeAddress } from '../domain/network.ts';
import type { DeclaredService } from '../domain/service.ts';
import { constants, type CountedPayment, summarize } from './summary.ts';

/**
 * Why a statement does not count: nobody signed it; the seller alone did; another statement by the same payer replaced it; the seller funded the
 * payer; the money went back; it is about a former host or wallet; or the payment is much older than the newest one.
 */
export const uncountedReasons = [
  'unsigned',
  'seller_alone',
  'replaced',
  'payer_funded_by_payee',
  'refunded',
  'former_seller',
  'old',
] as const;
export type UncountedReason = (typeof uncountedReasons)[number];

export interface StandingStatement {
  readonly statement: Statement;
  /** Null when it counts. */
  readonly uncounted: UncountedReason | null;
  readonly state: 'stands' | 'disputed' | 'refunded';
  readonly reply: Reply | undefined;
}

/** What is known of the payments to one service. */
export interface OutcomeStanding {
  /** Oldest first. */
  readonly statements: readonly StandingStatement[];
  readonly summary: OutcomeSummary;
}

/** The service as far as statements are about it: another host or wallet is another seller. */
export type Seller = Pick<DeclaredService, 'endpoint' | 'x402Config'>;

/** What the records of a service, in their order, add up to. */
export function standingOf(records: readonly OutcomeRecord[], seller: Seller): OutcomeStanding {
  const known = new Known(records);
  const judged = known.statements.map((statement) => known.judge(statement, seller));
  const newest = judged.reduce((last, { statement, uncounted }) => {
    return uncounted === null ? Math.max(last, Date.parse(statement.settlement.at)) : last;
  }, 0);
  const statements = judged.map((each) =>
    isOld(each, newest) ? { ...each, uncounted: 'old' as const } : each,
  );
  const counted = statements.filter(({ uncounted }) => uncounted === null);

  return { statements, summary: summarize(counted.map((each) => known.paymentOf(each))) };
}

/** Host and wallet of a service, as statements name them. */
export function sellerOf({ endpoint, x402Config }: Seller): Pick<Statement, 'host' | 'wallet'> {
  const { network, paymentAddress } = x402Config;

  return { host: new URL(endpoint).host, wallet: normalizeAddress(network, paymentAddress) };
}

/** A text that is equal for the same payment. */
export function paymentKey({ network, tx, index }: Pick<StatedPayment, 'network' | 'tx' | 'index'>): string {
  return `${network} ${tx} ${String(index)}`;
}

function isOld({ statement }: StandingStatement, newest: number): boolean {
  return newest - Date.parse(statement.settlement.at) > constants.windowDays * dayMs;
}

/** Why a statement never counts, whatever follows it; null where the payer signed it. */
export function weaknessOf({ class: by }: Pick<Statement, 'class'>): UncountedReason | null {
  if (by === 'payer') return null;

  return by === 'tx' ? 'unsigned' : 'seller_alone';
}

class Known {
  readonly statements: readonly Statement[];
  readonly #replaced: ReadonlySet<string>;
  /** Payments for which the seller signed a receipt. */
  readonly #receipted: ReadonlySet<string>;
  /** Payments that were paid back, whichever statement about them was answered so. */
  readonly #refunded: ReadonlySet<string>;
  readonly #replies = new Map<string, Reply>();
  readonly #findings = new Map<string, Finding>();

  constructor(records: readonly OutcomeRecord[]) {
    this.statements = records.filter((record) => record.kind === 'statement');
    this.#replaced = new Set(this.statements.flatMap(({ replaces }) => replaces ?? []));
    this.#receipted = new Set(
      this.statements.flatMap(({ receipt, settlement }) => (receipt ? [paymentKey(settlement)] : [])),
    );
    for (const record of records) {
      if (record.kind === 'reply') this.#replies.set(record.statement, record);
      if (record.kind === 'finding') this.#findings.set(record.statement, record);
    }
    this.#refunded = new Set(
      this.statements
        .filter(({ id }) => this.#replies.get(id)?.isRefunded === true)
        .map(({ settlement }) => paymentKey(settlement)),
    );
  }

  judge(statement: Statement, seller: Seller): StandingStatement {
    const reply = this.#replies.get(statement.id);
    const state = this.#stateOf(statement);

    return { statement, uncounted: this.#uncounted(statement, state, seller), state, reply };
  }

  paymentOf({ statement, state }: StandingStatement): CountedPayment {
    const { payer, amount, currency, at } = statement.settlement;
    const funders = this.#findings.get(statement.id)?.funders ?? null;
    const failed = state === 'disputed' ? 'disputed' : 'failed';
    const result = statement.outcome === 'delivered' ? 'delivered' : failed;

    return { payer, funders, result, amount: Number(amount), currency, at };
  }

  #stateOf(statement: Statement): StandingStatement['state'] {
    if (this.#refunded.has(paymentKey(statement.settlement))) return 'refunded';

    return this.#isDisputed(statement) ? 'disputed' : 'stands';
  }

  /** A receipt says that the seller delivered; it says nothing of the price. */
  #isDisputed({ outcome, settlement }: Statement): boolean {
    return (outcome === 'nothing' || outcome === 'wrong') && this.#receipted.has(paymentKey(settlement));
  }

  #uncounted(
    statement: Statement,
    state: StandingStatement['state'],
    seller: Seller,
  ): UncountedReason | null {
    const { host, wallet } = sellerOf(seller);
    const weak = weaknessOf(statement);
    if (weak !== null) return weak;
    if (this.#replaced.has(statement.id)) return 'replaced';
    if (this.#findings.get(statement.id)?.isFundedBySeller === true) return 'payer_funded_by_payee';
    if (state === 'refunded') return 'refunded';
    return statement.host === host && statement.wallet === wallet ? null : 'former_seller';
  }
}
