import { z } from 'zod';
import { VaryingPrice } from '../../src/domain/varying-price.ts';
import { printable, quoted } from '../../src/domain/plain-text.ts';

/**
 * What the command prints of the API's answers. Further members, and words that are new in lists of words, do not matter: a newer server
 * still gets its answers printed.
 */
const text = z.string().max(10_000);

export const ShownService = z.object({
  id: text,
  name: text,
  description: text,
  endpoint: text,
  category: text,
  pricing: z.object({ currency: text, pricePerRequest: text, freeQuota: z.number().optional() }),
  x402Config: z.object({ paymentAddress: text, network: text }),
  trustScore: z.number(),
  status: text,
  supportedChains: z.array(text).max(1000),
  createdAt: text,
  updatedAt: text,
});
export type ShownService = z.infer<typeof ShownService>;

export const ShownFindings = z.object({
  total: z.number(),
  results: z.array(z.object({ service: ShownService, why: z.array(text).max(100) })).max(1000),
});

export const ShownStatus = z.object({
  uptimeScore: z.number(),
  lastChecked: text.nullable(),
  txCount: z.number(),
  totalRevenue: z.number(),
});
export type ShownStatus = z.infer<typeof ShownStatus>;

export const ShownObserved = z.object({
  id: text,
  state: text,
  verdict: text.nullable(),
  detail: text.nullable(),
  checkedAt: text.nullable(),
  since: text.nullable(),
  fields: z
    .array(
      z.object({
        field: text,
        declared: text.nullable(),
        observed: text.nullable(),
        match: z.boolean().nullable(),
      }),
    )
    .max(100),
  remarks: z.array(z.object({ detail: text })).max(100),
});
export type ShownObserved = z.infer<typeof ShownObserved>;

/** The live terms beside the declared ones; a catalog that has none to compare is taken at what its owners declare. */
export const ComparedFields = z.object({
  fields: ShownObserved.shape.fields.default([]),
  price: z.optional(VaryingPrice),
});
export type ComparedFields = z.infer<typeof ComparedFields>;

export const ShownValidation = z.object({
  valid: z.boolean(),
  verdict: text,
  checks: z
    .array(
      z.object({
        check: text,
        passed: z.boolean(),
        severity: text,
        detail: text,
        cure: text.optional(),
      }),
    )
    .max(100),
  terms: z
    .array(
      z.object({
        scheme: text,
        network: text,
        payTo: text,
        asset: text,
        currency: text.optional(),
        amount: text,
        price: text.optional(),
      }),
    )
    .max(1000),
});
export type ShownValidation = z.infer<typeof ShownValidation>;

/** The catalog answers in another form than this command knows. */
class AnswerFault extends Error {
  override readonly name = 'AnswerFault';
}

/** Reads an answer before anything of it is printed. `what` names it, like "the status record". @throws {AnswerFault} */
export function readAnswer<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const read = schema.safeParse(value);
  if (read.success) return read.data;

  const [issue] = read.error.issues;
  const place = issue && issue.path.length > 0 ? ` at ${quoted(issue.path.map(String).join('.'))}` : '';
  throw new AnswerFault(
    `${what} has a form that this command does not know${place} (${printable(issue?.message ?? 'unknown', 200)}); check --url, or update tollbook if the catalog is newer`,
  );
}
