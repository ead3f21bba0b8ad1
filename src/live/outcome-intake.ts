import PQueue from 'p-queue';
import { tokenOf } from '../payments/summary.ts';
import type { Asset, Assets } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { decimalOf } from '../domain/decimal.ts';
import type { OutcomeClaim, Statement, StatementClass } from '../domain/outcome.ts';
import { LedgerFault } from '../domain/unavailable.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Settlement } from '../domain/settlement.ts';
import type { OutcomeFault } from '../outcomes/judge.ts';
import { sellerOf } from '../outcomes/standing.ts';
import { claimKey, findingOf, idOf, type PostponedClaim, type ProvenClaim } from './outcome-ids.ts';
import { type GivenReply, type ReplyAnswer, replyTo } from './outcome-reply.ts';
import type { OutcomeSignatures } from './outcome-signatures.ts';
import type { FoundPayments, OutcomePayments } from './outcome-payment.ts';
import type { Origins } from './payer-origins.ts';
import type { Clock, OutcomeStore } from './ports.ts';
import { patienceMs, within } from './within.ts';

/** Why a claim waits, and whether it is known that the payer signed it. */
interface Waiting {
  readonly kind: 'waiting';
  readonly for: 'finality' | 'provider';
  readonly isByPayer?: boolean;
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
const [parallel, maxQueued] = [16, 500];

/** Statements that may wait for a provider or for finality; and those about one transaction, unless its payer signed them. */
const maxWaiting = 1_000;
const maxWaitingOfTx = 4;

/** How long a look at a payer may take while somebody waits for it. */
const originsMs = 4_000;

/** For so long, a payer may replace what it stated, once: else a single payment could fill the record. */
const replaceableMs = 7 * 24 * 60 * 60_000;

/** Takes in what buyers state about their payments. What counts is decided by the chain, not by who asks. */
export class OutcomeIntake {
  readonly #dependencies: Dependencies;
  readonly #queue = new PQueue({ concurrency: parallel });

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Records a claim once it is checked, or stores it until it can be. The same claim may be sent again at any time: it is never recorded twice. */
  async submit(service: DeclaredService, claim: ProvenClaim, replace = false): Promise<IntakeAnswer> {
    if (!this.#dependencies.payments.isCounted(claim.network)) return { kind: 'not_counted' };
    if (this.#queue.size >= maxQueued) return { kind: 'full' };

    const answer = await this.#queue.add(() => this.#check(service, claim, replace));
    if (answer.kind === 'waiting') return this.#wait(service, { ...claim, replace }, answer);
    await this.#dependencies.outcomes.endWaiting(idOf(service.id, claim));
    return answer;
  }

  /** Answers a statement for the owner of its service, once. */
  async reply(service: DeclaredService, id: string, said: GivenReply): Promise<ReplyAnswer> {
    return replyTo(this.#dependencies, service, id, said);
  }

  async #check(
    service: DeclaredService,
    claim: ProvenClaim,
    replace: boolean,
  ): Promise<Exclude<IntakeAnswer, { kind: 'waiting' }> | Waiting> {
    const { payments, outcomes } = this.#dependencies;
    const found: FoundPayments | undefined = await within(patienceMs, payments.find(service, claim));
    if (!found) return { kind: 'waiting', for: 'provider' };
    if ('waiting' in found) return { kind: 'waiting', for: found.waiting };
    if ('fault' in found) return { kind: 'refused', fault: found.fault };

    const proven = await within(patienceMs, this.#prove(service, claim, found.payments));
    if (proven === undefined) return { kind: 'waiting', for: 'provider' };
    if (typeof proven === 'string') return { kind: 'refused', fault: proven };
    const { payment, by } = proven;
    if (!found.isFinal) return { kind: 'waiting', for: 'finality', isByPayer: by === 'payer' };
    const { network } = claim;
    const of = claimKey(network, payment, by);
    const standing = await outcomes.claimed(of);
    if (standing?.kind === 'statement' && !(replace && this.#isReplaceable(standing, service, claim))) {
      return { kind: 'exists', id: standing.id };
    }

    const looked = { network, payment, sellers: found.sellers };
    const origins = by === 'payer' ? await within(originsMs, payments.origins(looked, originsMs)) : undefined;
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

  /**
   * The payment that a claim is about, which is that of its receipt where one transaction settles several, and who vouches for it; undefined where
   * a chain has to be asked that does not answer.
   */
  async #prove(
    service: DeclaredService,
    claim: ProvenClaim,
    payments: readonly Settlement[],
  ): Promise<{ payment: Settlement; by: StatementClass } | OutcomeFault | undefined> {
    const { signatures } = this.#dependencies;
    const { receipt } = claim;
    const meant = receipt
      ? payments.filter((payment) => signatures.isBySeller(service, receipt, claim, payment))
      : payments;
    const [first] = meant;
    if (!first) return 'receipt_not_sellers';

    try {
      if (claim.signature === undefined) return { payment: first, by: unsignedClass(claim) };
      for (const payment of meant) {
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

  /** Not by one about another service at the wallet: the payment would count for both. */
  #isReplaceable(standing: Statement, { id }: DeclaredService, { outcome }: OutcomeClaim): boolean {
    const ageMs = this.#dependencies.clock().getTime() - Date.parse(standing.at);

    return (
      standing.class === 'payer' &&
      standing.service === id &&
      standing.replaces === undefined &&
      standing.outcome !== outcome &&
      ageMs < replaceableMs
    );
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
    claim: PostponedClaim,
    { for: reason, isByPayer = false }: Waiting,
  ): Promise<IntakeAnswer> {
    const { outcomes, clock } = this.#dependencies;
    const id = idOf(service.id, claim);
    const waiting = { id, service: service.id, claim: JSON.stringify(claim), since: clock() };
    const limits = { all: maxWaiting, ofTx: isByPayer ? maxWaiting : maxWaitingOfTx };

    return (await outcomes.wait(waiting, claim.tx, limits))
      ? { kind: 'waiting', id, for: reason }
      : { kind: 'full' };
  }
}

/** Without a signature, the seller vouches for what its receipt says, and nobody for anything else. */
function unsignedClass({ receipt, outcome }: ProvenClaim): StatementClass {
  return receipt && outcome === 'delivered' ? 'seller' : 'tx';
}
