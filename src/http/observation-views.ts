import { z } from 'zod';
import { ServiceId } from '../domain/service-id.ts';
import { Verdict } from '../domain/verdict.ts';

const Time = z.iso.datetime();
const nullWhenUnknown = 'Null where it cannot be told.';

export const TrustView = z.strictObject({
  id: ServiceId,
  version: z.literal('trust/1').meta({ description: 'Version of the rules that made the score.' }),
  score: z.int().min(0).max(100),
  rated: z
    .boolean()
    .meta({ description: 'False while there is too little history for the score to mean much.' }),
  components: z.array(
    z.strictObject({
      name: z.enum(['terms', 'availability', 'latency', 'age', 'buyers']),
      weight: z.number(),
      value: z
        .number()
        .nullable()
        .meta({ description: 'From 0 to 1; null when unknown, and then left out of the sum.' }),
      evidence: z.string().meta({ description: 'What the value was made from, in words.' }),
    }),
  ),
});

export const ChecksView = z.strictObject({
  id: ServiceId,
  days: z.array(
    z.strictObject({
      date: z.iso.date(),
      checks: z.int().meta({ description: 'Blocked checks left out.' }),
      ok: z.int().meta({ description: 'Answered with a 402 that can be read.' }),
      uptime: z.number().nullable().meta({ description: 'Percent; null when every check was blocked.' }),
      p50Ms: z.int().nullable(),
      p95Ms: z.int().nullable(),
    }),
  ),
  latest: z.array(
    z.strictObject({
      at: Time,
      verdict: Verdict,
      httpStatus: z.int().nullable().meta({ description: 'Null when there was no HTTP answer.' }),
      latencyMs: z.int().nullable(),
      detail: z.string(),
    }),
  ),
});

export const Terms = z.strictObject({
  scheme: z.string(),
  network: z.string().meta({ description: 'CAIP-2 where the network is known.' }),
  payTo: z.string(),
  asset: z.string().meta({ description: 'Token contract, mint or asset id.' }),
  currency: z.string().optional().meta({ description: 'Symbol of the token, where it is known.' }),
  amount: z.string().meta({ description: 'In atomic units of the token.' }),
  price: z.string().optional().meta({ description: 'Exact decimal; absent for a token that is not known.' }),
});

export const ObservedView = z.strictObject({
  id: ServiceId,
  verdict: z.nullable(Verdict).meta({ description: 'What the last check found; null before the first.' }),
  detail: z.string().nullable(),
  checkedAt: Time.nullable(),
  since: Time.nullable().meta({ description: 'Since when every check found this.' }),
  readAt: Time.nullable().meta({ description: 'When the live terms were last read.' }),
  fields: z.array(
    z.strictObject({
      field: z.enum(['price', 'payTo', 'network', 'asset', 'scheme']),
      declared: z.string().nullable(),
      observed: z.string().nullable(),
      match: z.boolean().nullable().meta({ description: nullWhenUnknown }),
    }),
  ),
  accepts: z.array(Terms),
  remarks: z.array(z.strictObject({ code: z.string(), detail: z.string() })),
});

export const ValidationView = z.strictObject({
  valid: z.boolean().meta({ description: 'Whether every required check passed.' }),
  verdict: Verdict,
  checks: z.array(
    z.strictObject({
      check: z.string(),
      passed: z.boolean(),
      severity: z.enum(['required', 'advisory']),
      detail: z.string(),
      expected: z.string().optional(),
      actual: z.string().optional(),
      cure: z.string().optional(),
    }),
  ),
  terms: z.array(Terms),
});
