import type { Assets } from '../domain/asset.ts';
import { notCounted, type Payments } from '../domain/facts.ts';
import { findNetwork } from '../domain/network.ts';
import type { PaymentSums } from '../domain/payments.ts';
import type { DeclaredService } from '../domain/service.ts';
import { declaredTerms } from '../payments/asked-terms.ts';
import { summaryOf, unpaid } from '../payments/summary.ts';
import type { PaymentStore } from './ports.ts';

interface Dependencies {
  readonly payments: Pick<PaymentStore, 'sums'>;
  readonly assets: Assets;
  /** The networks whose payments are counted, by CAIP-2 id. */
  readonly networks: ReadonlySet<string>;
}

/** Tells what services show of their payments. */
export class CountedPayments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether payments to a service are counted: on its network, and in a token that its currency names. */
  isCounted(declared: DeclaredService): boolean {
    const { networks, assets } = this.#dependencies;
    const network = findNetwork(declared.x402Config.network);

    return network !== undefined && networks.has(network.caip2) && this.#isKnown(declared, assets);
  }

  /** The payments of every service, in one reading. */
  async all(): Promise<(declared: DeclaredService) => Payments> {
    const { networks, payments } = this.#dependencies;
    const sums = networks.size === 0 ? new Map<string, PaymentSums>() : await payments.sums();

    return (declared) => this.#payments(declared, sums);
  }

  /** The payments of some services. */
  async of(services: readonly DeclaredService[]): Promise<Map<string, Payments>> {
    const sums = await this.#dependencies.payments.sums(services.map(({ id }) => id));

    return new Map(services.map((declared) => [declared.id, this.#payments(declared, sums)]));
  }

  #payments(declared: DeclaredService, sums: ReadonlyMap<string, PaymentSums>): Payments {
    if (!this.isCounted(declared)) return notCounted;

    const own = sums.get(declared.id);
    return own ? summaryOf(declared.id, declared.pricing.currency, own, this.#dependencies.assets) : unpaid;
  }

  #isKnown(declared: DeclaredService, assets: Assets): boolean {
    return isFree(declared) || declaredTerms(declared, assets).length > 0;
  }
}

/** A free service is paid nothing, and that is known. */
function isFree({ pricing }: DeclaredService): boolean {
  return /^0*(\.0*)?$/.test(pricing.pricePerRequest);
}
