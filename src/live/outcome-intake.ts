import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base32crockford } from '@scure/base';
import PQueue from 'p-queue';
import { tokenOf } from '../payments/summary.ts';
import type { Asset, Assets } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { decimalOf } from '../domain/decimal.ts';
import { LedgerFault } from '../domain/ledger-fault.ts';
import type {
  Finding,
  OutcomeClaim,
  Reply,
  ReplyKind,
  SignedReceipt,
  Statement,
  StatementClass,
} from '../domain/outcome.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Settlement } from '../domain/settlement.ts';
import type { OutcomeFault } from '../outcomes/judge.ts';
import { paymentKey, sellerOf } from '../outcomes/standing.ts';
import type { OutcomeSignatures } from './outcome-signatures.ts';
import type { FoundPayments, OutcomePayments } from './outcome-payment.ts';
import type { Origins } from './payer-origins.ts';
import type { Clock, OutcomeStore } from './ports.ts';

/** A claim with what proves it. */
export interface ProvenClaim extends OutcomeClaim {
  readonly signature?: string | undefined;
  readonly receipt?: SignedReceipt | undefined;
  /** Where it is imported from. */
  readonly source?: string | undefined;
}

export type IntakeAnswer =
  | { readonly kind: 'recorded'; readonly statement: Statement }
  | { readonly kind: 'waiting'; readonly id: string; readonly for: 'finality' | 'provider' }
  /** Somebody has stated this; `id` of that statement. */
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'refused'; readonly fault: OutcomeFault }
  /** Payments on this network are not counted here. */
  | { readonly kind: 'not_counted' }
  /** Too many are being checked, or wait. */
  | { readonly kind: 'full' };

export type ReplyAnswer =
  | { readonly kind: 'replied'; readonly reply: Reply }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'exists' }
  /** The chain does not show the refund. */
  | { readonly kind: 'no_refund' }
  | { readonly kind: 'unavailable' };

interface Dependencies {
  readonly outcomes: OutcomeStore;
  readonly payments: Pick<OutcomePayments, 'isCounted' | 'find' | 'origins' | 'isRefund'>;
  readonly signatures: Pick<OutcomeSignatures, 'isByPayer' | 'isBySeller'>;
  readonly assets: Assets;
  /** Called with the service of each new record. */
  readonly onRecord: (service: string) => void;
  readonly clock: Clock;
}

/** Claims checked at the same time, and those that may queue for that. */
const [parallel, mostQueued] = [16, 500];

/** Statements that may wait for a provider or for finality. */
const mostWaiting = 1_000;

/** How long the chain may take, in all: whoever asks holds a connection. */
const patienceMs = 10_000;
const originsMs = 4_000;

/** For so long, a payer may replace what it stated. */
const replaceableMs = 7 * 24 * 60 * 60_000;

/** Takes in what buyers state about their payments. What counts is decided by the chain, not by who asks. */
export class OutcomeIntake {
  readonly #dependencies: Dependencies;
  readonly #queue = new PQueue({ concurrency: parallel });

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Records a claim once it is checked, or keeps it until it can be. The same claim may be sent again at any time: it is never recorded twice. */
  async submit(service: DeclaredService, claim: ProvenClaim, replace = false): Promise<IntakeAnswer> {
    if (!this.#dependencies.payments.isCounted(claim.network)) return { kind: 'not_counted' };
    if (this.#queue.size >= mostQueued) return { kind: 'full' };

    const answer = await this.#queue.add(() => this.#check(service, claim, replace));
    if (answer.kind === 'waiting') return this.#wait(service, claim, answer);
    await this.#dependencies.outcomes.endWaiting(idOf(service.id, claim));
    return answer;
  }

  /** Answers a statement for the owner of its service, once. */
  async reply(
    service: DeclaredService,
    id: string,
    { reply: kind, refundTx }: { readonly reply: ReplyKind; readonly refundTx?: string | undefined },
  ): Promise<ReplyAnswer> {
    const { outcomes, clock, onRecord } = this.#dependencies;
    const statement = await outcomes.find(id);
    if (statement?.kind !== 'statement' || statement.service !== service.id) return { kind: 'unknown' };
    if (await outcomes.claimed(`reply ${id}`)) return { kind: 'exists' };

    const isRefunded = kind === 'refunded' ? await this.#isRefunded(service, statement, refundTx) : undefined;
    if (isRefunded === 'unknown') return { kind: 'unavailable' };
    if (isRefunded === false) return { kind: 'no_refund' };
    const at = clock().toISOString();
    const said = { kind: 'reply', service: service.id, statement: id, at, reply: kind } as const;
    const reply: Reply = { ...said, id: recordId(said), refundTx, isRefunded };
    if (!(await outcomes.add([{ record: reply, claim: `reply ${id}` }]))) return { kind: 'exists' };
    onRecord(service.id);
    return { kind: 'replied', reply };
  }

  /** Whether this transaction pays a payment back, and no other one. */
  async #isRefunded(
    service: DeclaredService,
    { settlement }: Statement,
    refundTx: string | undefined,
  ): Promise<boolean | 'unknown'> {
    const { payments, outcomes } = this.#dependencies;
    if (refundTx === undefined) return false;
    if (!payments.isCounted(settlement.network)) return 'unknown';
    const records = await outcomes.of(service.id);
    if (records.some((record) => record.kind === 'reply' && record.refundTx === refundTx)) return false;

    try {
      return (await within(patienceMs, payments.isRefund(service, refundTx, settlement))) ?? 'unknown';
    } catch (error) {
      if (error instanceof LedgerFault) return 'unknown';
      throw error;
    }
  }

  async #check(
    service: DeclaredService,
    claim: ProvenClaim,
    replace: boolean,
  ): Promise<Exclude<IntakeAnswer, { kind: 'waiting' }> | { kind: 'waiting'; for: 'finality' | 'provider' }> {
    const { payments, outcomes } = this.#dependencies;
    const found: FoundPayments | undefined = await within(patienceMs, payments.find(service, claim));
    if (!found) return { kind: 'waiting', for: 'provider' };
    if ('waiting' in found) return { kind: 'waiting', for: found.waiting };
    if ('fault' in found) return { kind: 'refused', fault: found.fault };

    const proven = await this.#prove(service, claim, found.payments);
    if (proven === undefined) return { kind: 'waiting', for: 'provider' };
    if (typeof proven === 'string') return { kind: 'refused', fault: proven };
    const { payment, by } = proven;
    const { network } = claim;
    const of = claimKey(network, payment, by);
    const standing = await outcomes.claimed(of);
    if (standing?.kind === 'statement' && !(replace && this.#isReplaceable(standing, claim))) {
      return { kind: 'exists', id: standing.id };
    }

    const looked = { network, payment, sellers: found.sellers };
    const origins = by === 'payer' ? await payments.origins(looked, originsMs) : undefined;
    if (origins?.isFundedBySeller) return { kind: 'refused', fault: 'payer_funded_by_payee' };
    const statement = this.#statement(service, claim, proven, standing?.id);
    return this.#record(statement, of, origins);
  }

  async #record(
    statement: Statement,
    claim: string,
    origins: Origins | undefined,
  ): Promise<IntakeAnswer & { kind: 'recorded' | 'exists' }> {
    const { outcomes, onRecord } = this.#dependencies;
    // What is not known yet is looked up later.
    const findings = origins?.funders ? [{ record: findingOf(statement, origins), claim: null }] : [];
    const isNew = await outcomes.add([
      { record: statement, claim, replaces: statement.replaces },
      ...findings,
    ]);
    if (!isNew) return { kind: 'exists', id: (await outcomes.claimed(claim))?.id ?? statement.id };

    onRecord(statement.service);
    return { kind: 'recorded', statement };
  }

  /** The payment that a claim is about, and who vouches for it; undefined where a chain has to be asked that does not answer. */
  async #prove(
    service: DeclaredService,
    claim: ProvenClaim,
    payments: readonly Settlement[],
  ): Promise<{ payment: Settlement; by: StatementClass } | OutcomeFault | undefined> {
    const { signatures } = this.#dependencies;
    const [first] = payments;
    if (!first) throw new Error('a payment is there');

    try {
      if (claim.receipt) {
        const { receipt } = claim;
        const isSellers = payments.some((payment) => signatures.isBySeller(service, receipt, claim, payment));
        if (!isSellers) return 'receipt_not_sellers';
      }
      if (claim.signature === undefined) return { payment: first, by: claim.receipt ? 'seller' : 'tx' };
      for (const payment of payments) {
        if (await signatures.isByPayer(service.id, claim.signature, claim, payment)) {
          return { payment, by: 'payer' };
        }
      }
      return 'signature_not_payers';
    } catch (error) {
      if (error instanceof LedgerFault) return undefined;
      throw error;
    }
  }

  #isReplaceable({ at, outcome }: Statement, claim: OutcomeClaim): boolean {
    return outcome !== claim.outcome && this.#dependencies.clock().getTime() - Date.parse(at) < replaceableMs;
  }

  #statement(
    service: DeclaredService,
    claim: ProvenClaim,
    { payment, by }: { readonly payment: Settlement; readonly by: StatementClass },
    replaces: string | undefined,
  ): Statement {
    const { network, outcome, httpStatus, latencyMs, requestHash, responseHash, signature, receipt } = claim;
    const token = this.#tokenOf(network, payment);

    return {
      kind: 'statement',
      id: idOf(service.id, claim),
      service: service.id,
      ...sellerOf(service),
      at: this.#dependencies.clock().toISOString(),
      class: by,
      ...{ outcome, httpStatus, latencyMs, requestHash, responseHash },
      settlement: {
        ...{ network, tx: payment.tx, index: payment.index, block: payment.block },
        ...{ payer: payment.payer, payTo: payment.wallet, asset: payment.asset },
        amount: decimalOf(String(payment.units), token?.decimals ?? 0),
        currency: token ? currencyOf(token.symbol) : payment.asset,
        at: payment.at.toISOString(),
      },
      ...{ signature, receipt, source: claim.source, replaces },
    };
  }

  #tokenOf(network: string, { asset }: Settlement): Asset | undefined {
    return tokenOf({ network, asset }, this.#dependencies.assets);
  }

  async #wait(
    service: DeclaredService,
    claim: ProvenClaim,
    { for: reason }: { readonly for: 'finality' | 'provider' },
  ): Promise<IntakeAnswer> {
    const { outcomes, clock } = this.#dependencies;
    const id = idOf(service.id, claim);
    const waiting = { id, service: service.id, claim: JSON.stringify(claim), since: clock() };

    return (await outcomes.wait(waiting, mostWaiting))
      ? { kind: 'waiting', id, for: reason }
      : { kind: 'full' };
  }
}

/** What was found out about the payer of a statement, for the record. */
export function findingOf(
  statement: Statement,
  { funders, isFundedBySeller }: Origins,
  at = statement.at,
): Finding {
  const found = { kind: 'finding', service: statement.service, statement: statement.id, at } as const;

  return { ...found, id: recordId({ ...found, funders, isFundedBySeller }), funders, isFundedBySeller };
}

/** The id of a statement follows from what it says, so that the same claim is the same statement. */
function idOf(service: string, { source: _, ...claim }: ProvenClaim): string {
  return recordId({ service, ...claim });
}

/** 100 bits of the hash of what a record says. */
function recordId(of: object): string {
  const members = Object.entries(of).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));

  return base32crockford
    .encode(sha256(utf8ToBytes(text)))
    .slice(0, 20)
    .toLowerCase();
}

/** What only one statement may say: one by each kind of witness about each payment. */
function claimKey(network: string, { tx, index }: Settlement, by: StatementClass): string {
  return `${paymentKey({ network, tx, index })} ${by}`;
}

/** Undefined when the work takes longer, which goes on. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined).unref();
  });

  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}
