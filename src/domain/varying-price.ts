import { z } from 'zod/mini';
import { compareDecimal } from './decimal.ts';
import { PricePerRequest } from './money.ts';
import { isBetween, isInOrder } from './price-range.ts';

export const PriceRange = z
  .strictObject({ from: PricePerRequest, to: PricePerRequest })
  .check(z.refine(isInOrder, { error: 'price_range_invalid' }));

/** How a price changes from request to request: between two prices, or without a limit. */
export const VaryingPrice = z
  .union([PriceRange, z.literal('varies')], { error: 'price_range_invalid' })
  .check(
    z.meta({
      description:
        'Where the price changes from request to request: the lowest and the highest, with `pricePerRequest` between, or `varies`. Limits go by the highest; without one, by `pricePerRequest` or the live price, whichever is higher.',
      examples: [{ from: '0.001', to: '0.126' }],
    }),
  );
export type VaryingPrice = Readonly<z.infer<typeof VaryingPrice>>;

interface Declared {
  readonly pricing: { readonly pricePerRequest: string };
  readonly price?: VaryingPrice | undefined;
}

export function isAsDeclared(live: string, { pricing, price }: Declared): boolean {
  if (price === 'varies') return true;
  if (price === undefined) return compareDecimal(live, pricing.pricePerRequest) === 0;

  return isBetween(live, price);
}

/** The declared price without its currency, in English: `0.001`, `0.001 to 0.126`, or `0.001, varying`. */
export function declaredPrice({ pricing, price }: Declared): string {
  if (price === undefined) return pricing.pricePerRequest;

  return price === 'varies' ? `${pricing.pricePerRequest}, varying` : `${price.from} to ${price.to}`;
}
