import { z } from 'zod/mini';
import { endpoint, X402Config } from './field-schemas.ts';
import { perPolicy } from './endpoint-url.ts';
import { Pricing } from './pricing.ts';
import { probeMethods } from './described-request.ts';

export const validationRequest = perPolicy((policy) =>
  z.strictObject({
    endpoint: endpoint(policy),
    method: z.optional(
      z
        .enum(probeMethods, { error: 'method_invalid' })
        .check(
          z.meta({ description: 'Method that buyers use; GET, then POST when left out.', examples: ['GET'] }),
        ),
    ),
    pricing: z.optional(Pricing),
    x402Config: z.optional(X402Config),
  }),
);
export type ValidationRequest = Readonly<z.infer<ReturnType<typeof validationRequest>>>;
