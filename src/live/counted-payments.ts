import type { Assets } from '../domain/asset.ts';
import { isZero } from '../domain/decimal.ts';
import { notCounted, type Payments } from '../domain/facts.ts';
import { findNetwork } from '../domain/network.ts';
import type { PayeeSum, PayerSum } from '../domain/payments.ts';
import type { DeclaredService } from '../domain/service.ts';
import { declaredTerms } from '../payments/asked-terms.ts';
import { addsUp, isOwn, summaryOf, tokenOf, unpaid } from '../payments/summary.ts';
import type { PaymentStore } from './ports.ts';

interface Dependencies {
  readonly payments: Pick<PaymentStore, 'sums' | 'payers'>;
  readonly assets: Assets;
  /** The networks whose payments are counted, by CAIP-2 id. */
  readonly networks: ReadonlySet<string>;
}

/** For more services than this, everything is read at once. */
const mostAsked = 1_000;

/** Tells what services show of their payments. */
export class CountedPayments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether payments are counted on any network. */
  get isAny(): boolean {
    return this.#dependencies.networks.size > 0;
  }

  /** Whether payments to a service are counted: on its main network, and in a token that its main currency names. */
  isCounted({ pricing, x402Config }: DeclaredService): boolean {
    const { networks, assets } = this.#dependencies;
    const network = findNetwork(x402Config.network);
    if (!network || !networks.has(network.caip2)) return false;

    // A free service is paid nothing, and that is known.
    return isZero(pricing.pricePerRequest) || declaredTerms({ pricing, x402Config }, assets).length > 0;
  }

  /** The payments of services, by id. */
  async of(services: readonly DeclaredService[]): Promise<Map<string, Payments>> {
    const { payments } = this.#dependencies;
    const counted = services.filter((declared) => this.isCounted(declared));
    const asked = counted.length > mostAsked ? undefined : counted.map(({ id }) => id);
    const sums = counted.length === 0 ? new Map<string, PayeeSum[]>() : await payments.sums(asked);
    const found = new Map(services.map(({ id }) => [id, notCounted] as const));

    for (const declared of counted) found.set(declared.id, await this.#payments(declared, sums));
    return found;
  }

  async #payments(
    { id, pricing }: DeclaredService,
    sums: ReadonlyMap<string, readonly PayeeSum[]>,
  ): Promise<Payments> {
    const { assets } = this.#dependencies;
    const payees = (sums.get(id) ?? []).filter((sum) => addsUp(tokenOf(sum, assets), pricing.currency));
    if (payees.length === 0) return unpaid;

    const payers = await this.#payersOf(payees);
    const own = payees.filter(isOwn);
    const ownPayers = own.length === payees.length ? payers : await this.#payersOf(own);
    return summaryOf(id, { payees, payers, ownPayers }, assets);
  }

  /** One payee knows its payers; a payer of several must not count several times. */
  async #payersOf(payees: readonly PayeeSum[]): Promise<PayerSum> {
    const [only, ...others] = payees;
    if (!only) return { payers: 0, most: 0 };

    return others.length === 0 ? only : this.#dependencies.payments.payers(payees.map(({ id }) => id));
  }
}
