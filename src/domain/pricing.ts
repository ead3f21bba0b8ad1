import { z } from 'zod/mini';
import { isFreeQuota } from './free-quota.ts';
import { Currency, PricePerRequest } from './money.ts';

export const Pricing = z.strictObject({
  currency: Currency,
  pricePerRequest: PricePerRequest,
  freeQuota: z.optional(
    z.int({ error: (issue) => (typeof issue.input === 'number' ? 'free_quota_invalid' : undefined) }).check(
      z.refine(isFreeQuota, { error: 'free_quota_invalid' }),
      z.meta({
        description: 'Requests that are free of charge; absent when not given.',
        minimum: 0,
        examples: [100],
      }),
    ),
  ),
});
