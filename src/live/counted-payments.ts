import type { Assets } from '../domain/asset.ts';
import { isZero } from '../domain/decimal.ts';
import { notCounted, type Payments } from '../domain/facts.ts';
import { findNetwork, normalizeAddress } from '../domain/network.ts';
import type { BuyerSum, PayeeSum, PayerSum, TokenUnit } from '../domain/payments.ts';
import type { DeclaredService } from '../domain/service.ts';
import { subjectOf } from '../domain/subject.ts';
import { declaredTerms } from '../payments/asked-terms.ts';
import { addsUp, summaryOf, tokenOf, unpaid } from '../payments/summary.ts';
import type { BuyerStore, PaymentStore } from './ports.ts';

interface Dependencies {
  readonly payments: Pick<PaymentStore, 'sums' | 'payers'>;
  readonly buyers: Pick<BuyerStore, 'sums'>;
  readonly assets: Assets;
  /** The networks whose payments are counted, by CAIP-2 id. */
  readonly networks: ReadonlySet<string>;
}

interface Sums {
  readonly payees: ReadonlyMap<string, readonly PayeeSum[]>;
  readonly buyers: ReadonlyMap<string, readonly BuyerSum[]>;
}

/** For more services than this, everything is read at once. */
const maxAsked = 1_000;

/** Tells what services show of their payments. */
export class CountedPayments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get isAny(): boolean {
    return this.#dependencies.networks.size > 0;
  }

  /** Whether payments to a service are counted: on its main network, and in a token that its main currency names. */
  isCounted({ pricing, price, x402Config }: DeclaredService): boolean {
    const { networks, assets } = this.#dependencies;
    const network = findNetwork(x402Config.network);
    if (!network || !networks.has(network.caip2)) return false;

    // A free service is paid nothing, and that is known.
    return (
      isZero(pricing.pricePerRequest) || declaredTerms({ pricing, price, x402Config }, assets).length > 0
    );
  }

  async of(services: readonly DeclaredService[]): Promise<Map<string, Payments>> {
    const counted = services.filter((declared) => this.isCounted(declared));
    const found = new Map(services.map(({ id }) => [id, notCounted] as const));
    if (counted.length === 0) return found;

    const sums = await this.#sumsOf(counted);
    for (const declared of counted) found.set(declared.id, await this.#payments(declared, sums));
    return found;
  }

  async #sumsOf(services: readonly DeclaredService[]): Promise<Sums> {
    const { payments, buyers } = this.#dependencies;
    const asked = services.length > maxAsked ? undefined : services.map(({ id }) => id);

    return { payees: await payments.sums(asked), buyers: await buyers.sums(this.#tokens(), asked) };
  }

  #tokens(): TokenUnit[] {
    const { assets, networks } = this.#dependencies;

    return [...networks].flatMap((network) =>
      (assets.get(network) ?? []).map(({ address, decimals }) => ({
        ...{ network, asset: normalizeAddress(network, address), one: 10n ** BigInt(decimals) },
      })),
    );
  }

  async #payments(declared: DeclaredService, sums: Sums): Promise<Payments> {
    const { id, pricing } = declared;
    const { assets } = this.#dependencies;
    const counts = (sum: PayeeSum | BuyerSum): boolean => addsUp(tokenOf(sum, assets), pricing.currency);
    const payees = (sums.payees.get(id) ?? []).filter(counts);
    if (payees.length === 0) return unpaid;

    const subject = subjectOf(declared);
    const buyers = (sums.buyers.get(id) ?? []).filter((sum) => sum.subject === subject && counts(sum));
    return summaryOf(id, { payees, payers: await this.#payersOf(payees), buyers }, assets);
  }

  /** One payee knows its payers; a payer of several must not count several times. */
  async #payersOf(payees: readonly PayeeSum[]): Promise<PayerSum> {
    const [only, ...others] = payees;
    if (!only) return { payers: 0, most: 0 };

    return others.length === 0 ? only : this.#dependencies.payments.payers(payees.map(({ id }) => id));
  }
}
