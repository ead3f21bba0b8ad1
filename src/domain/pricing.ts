import { z } from 'zod/mini';
import { isFreeQuota } from './price-range.ts';
import { Currency, PricePerRequest } from './money.ts';

export const Pricing = z.strictObject({
  currency: Currency,
  pricePerRequest: PricePerRequest,
  freeQuota: z.optional(
    z
      .number({ error: (issue) => (typeof issue.input === 'number' ? 'free_quota_invalid' : undefined) })
      .check(
        z.refine(isFreeQuota, { error: 'free_quota_invalid' }),
        z.meta({
          type: 'integer',
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Requests that are free of charge; absent when not given.',
          examples: [100],
        }),
      ),
  ),
});
