import { z } from 'zod';
import type { StoredCheck, LatencyDay } from '../domain/check.ts';
import { ServiceId } from '../domain/service-id.ts';
import { Verdict } from '../domain/verdict.ts';
import type { SeenTerms } from '../domain/payment-terms.ts';
import { uptimePercent } from '../verification/uptime.ts';
import { Fields } from './observed-terms.ts';

/** The checks of a service: totals for each day and the terms that were seen, oldest first, and the last checks, newest first. */
export const ChecksView = z.strictObject({
  id: ServiceId,
  days: z.array(
    z.strictObject({
      date: z.iso.date(),
      checks: z.int().meta({ description: 'Those in `blocked` left out.' }),
      ok: z.int().meta({ description: 'Answered as by a service that works.' }),
      verified: z.int().meta({ description: 'Of these, with the terms that were declared.' }),
      unread: z.int().meta({ description: 'Of those in `ok`, with nothing that was compared.' }),
      blocked: z.int().meta({ description: 'Turned away, which says nothing about the service.' }),
      uptime: z.number().nullable().meta({ description: 'Percent; null without `checks`.' }),
      p50Ms: z.int().nullable(),
      p95Ms: z.int().nullable(),
    }),
  ),
  terms: z
    .array(z.strictObject({ firstSeen: z.iso.datetime(), lastSeen: z.iso.datetime(), fields: Fields }))
    .meta({
      description:
        'What the live 402 asked for, beside what was declared then: an entry for each change of price, wallet, network, token or scheme, oldest first.',
    }),
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
  terms: readonly SeenTerms[],
  latest: readonly StoredCheck[],
): ChecksView {
  return {
    id,
    days: days.map(({ date, checks, ok, verified, unread, blocked, p50Ms, p95Ms }) => ({
      date,
      checks,
      ok,
      verified,
      unread,
      blocked,
      uptime: uptimePercent({ checks, ok }),
      p50Ms,
      p95Ms,
    })),
    terms: terms.map(({ firstSeen, lastSeen, fields }) => ({
      firstSeen: firstSeen.toISOString(),
      lastSeen: lastSeen.toISOString(),
      fields: [...fields],
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
