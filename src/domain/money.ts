import { z } from 'zod/mini';
import { currencySymbol } from './currency.ts';
import { plainDecimal } from './decimal.ts';

/** Decimal price per request, exactly as its owner wrote it; compare with `compareDecimal`, never as a float. */
export const PricePerRequest = z.string().check(
  z.regex(plainDecimal, { error: 'price_not_decimal' }),
  z.meta({
    description: 'Price of one request in `currency`, a plain decimal; kept as written.',
    examples: ['0.001'],
  }),
);

/** Symbol of the token a service is paid in, e.g. `USDC`. */
export const Currency = z
  .string()
  .check(
    z.regex(currencySymbol, { error: 'currency_invalid' }),
    z.meta({ description: 'Symbol of the token the price is in.', examples: ['USDC'] }),
  );
