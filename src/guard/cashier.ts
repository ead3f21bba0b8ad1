import { plainDecimal } from '../domain/decimal.ts';
import { type DollarToken, dollarsOf, toDollars } from '../domain/dollars.ts';
import { quoted } from '../domain/plain-text.ts';
import type { Offer } from './offer.ts';
import { PaymentRefused, rankOf } from './payment-refused.ts';
import { type PinOptions, Pins } from './pins.ts';
import { type Priced, refusalOf } from './refusal-of.ts';

/** What a guard lets through. */
export interface CashierOptions extends PinOptions {
  /** The most for one payment, and for all together, in dollars: `0.01` or `'0.01'`. */
  readonly maxUsd?: number | string | undefined;
  readonly budgetUsd?: number | string | undefined;
  /** Tokens that are worth a dollar, beside those that the package knows. */
  readonly tokens?: readonly DollarToken[] | undefined;
  /** What happens at a URL of which no service is known; by default, nothing is paid. `allow` needs `maxUsd`. */
  readonly onUnknown?: 'refuse' | 'allow' | undefined;
  /** Called with each refusal, which it cannot change: a guard that can be talked into paying guards nothing. */
  readonly onBlock?: ((refused: PaymentRefused) => void) | undefined;
}

/** An offer that may be paid, to the service with this id; null for an unknown one. */
export type Admitted = Priced & { readonly service: string | null };

/** Lets offers through, and counts what they take of the budget. */
export class Cashier {
  readonly #options: CashierOptions;
  readonly #pins: Pins;
  readonly #most: bigint | undefined;
  #left: bigint | undefined;
  readonly #now: () => Date;

  /** @throws {TypeError} for an option that cannot be right */
  constructor(options: CashierOptions, now: () => Date) {
    this.#options = options;
    this.#pins = new Pins(options, now);
    this.#most = dollarsIn('maxUsd', options.maxUsd);
    this.#left = dollarsIn('budgetUsd', options.budgetUsd);
    this.#now = now;
    if (options.onUnknown === 'allow' && this.#most === undefined) {
      throw new TypeError('onUnknown "allow" needs "maxUsd", or any amount would be paid to anybody');
    }
  }

  /** Lets the first of the offers at a URL through that may be paid, and takes it from the budget. @throws {PaymentRefused} */
  async admit(url: string, offers: readonly Offer[]): Promise<Admitted> {
    const found = await this.#pins.find(url);
    const isAllowed =
      this.#options.onUnknown === 'allow' && 'code' in found && found.code === 'unknown_service';
    if ('code' in found && !isAllowed) throw this.refused(new PaymentRefused(found.code));

    // From here on nothing waits, so that requests at the same time cannot overspend.
    const file = 'file' in found ? found.file : undefined;
    const refusals: PaymentRefused[] = [];
    for (const offer of offers) {
      const priced = { ...offer, dollars: dollarsOf(offer, this.#options.tokens) };
      const refusal = refusalOf(priced, file, { most: this.#most, left: this.#left }, this.#now());
      if (!refusal) return this.#take({ ...priced, service: file?.entry.id ?? null });
      refusals.push(refusal);
    }
    const [nearest] = refusals.sort((a, b) => rankOf(b) - rankOf(a));
    throw this.refused(nearest ?? new PaymentRefused('terms_unreadable', file?.entry.id));
  }

  /** Gives back to the budget what was never sent. */
  giveBack({ dollars = 0n }: Admitted): void {
    if (this.#left !== undefined) this.#left += dollars;
  }

  refused(refusal: PaymentRefused): PaymentRefused {
    try {
      this.#options.onBlock?.(refusal);
    } catch {
      // It stays refused, for its own reason.
    }
    return refusal;
  }

  #take(admitted: Admitted): Admitted {
    if (this.#left !== undefined) this.#left -= admitted.dollars ?? 0n;
    return admitted;
  }
}

function dollarsIn(name: string, given: number | string | undefined): bigint | undefined {
  if (given === undefined) return undefined;
  if (plainDecimal.test(String(given))) return toDollars(String(given));

  throw new TypeError(`"${name}" ${quoted(given)} is no plain decimal; write "0.01"`);
}
