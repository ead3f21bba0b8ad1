import { z } from 'zod/mini';
import { ServiceId } from '../domain/service-id.ts';
import type { Entry } from '../domain/snapshot.ts';
import { Status } from '../domain/status.ts';
import { Service } from './service.ts';

/** A summary of what was observed of a service: specification 2.4. */
export const StatusRecord = z.strictObject({
  id: ServiceId,
  trustScore: Service.shape.trustScore,
  status: Status,
  uptimeScore: z.number().check(
    z.meta({
      description:
        'Percent of checks answered over 30 days; 0 where none counts: before the first, or where all were blocked.',
      examples: [0],
    }),
  ),
  lastChecked: z
    .nullable(z.iso.datetime())
    .check(z.meta({ description: 'Time of the last check; null before the first.', examples: [null] })),
  txCount: z.int().check(z.meta({ description: 'Payments counted on chain.', examples: [0] })),
  totalRevenue: z
    .number()
    .check(
      z.meta({ description: 'Sum of these payments in the declared currency, as a number.', examples: [0] }),
    ),
  attribution: z.optional(z.enum(['service', 'wallet'])).check(
    z.meta({
      description:
        '`service` for its own payments, `wallet` for those of a wallet shared with services of the same price. Absent where payments are not counted.',
      examples: ['service'],
    }),
  ),
});

export function statusView({ declared, observed }: Entry): z.infer<typeof StatusRecord> {
  const { trustScore, status, uptimeScore, lastChecked, txCount, totalRevenue, attribution } = observed;

  return {
    id: declared.id,
    trustScore,
    status,
    uptimeScore,
    lastChecked,
    txCount,
    totalRevenue,
    ...(attribution === null ? {} : { attribution }),
  };
}
