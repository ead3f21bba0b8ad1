import { z } from 'zod';
import type { KeptCheck, LatencyDay } from '../domain/check.ts';
import { ServiceId } from '../domain/service-id.ts';
import { Verdict } from '../domain/verdict.ts';
import { uptimePercent } from '../verification/uptime.ts';

/** The checks of a service: totals for each day, oldest first, and the last checks, newest first. */
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
      at: z.iso.datetime(),
      verdict: Verdict,
      httpStatus: z.int().nullable().meta({ description: 'Null when there was no HTTP answer.' }),
      latencyMs: z.int().nullable(),
      detail: z.string(),
    }),
  ),
});
export type ChecksView = z.infer<typeof ChecksView>;

export function checksView(
  id: string,
  days: readonly LatencyDay[],
  latest: readonly KeptCheck[],
): ChecksView {
  return {
    id,
    days: days.map(({ date, checks, ok, p50Ms, p95Ms }) => ({
      date,
      checks,
      ok,
      uptime: uptimePercent({ checks, ok }),
      p50Ms,
      p95Ms,
    })),
    latest: latest.map(({ at, verdict, httpStatus, latencyMs, detail }) => ({
      at: at.toISOString(),
      verdict,
      httpStatus,
      latencyMs,
      detail,
    })),
  };
}
