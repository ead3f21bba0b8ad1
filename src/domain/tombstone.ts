import { z } from 'zod/mini';
import { dayMs } from './duration.ts';
import { fieldProblems } from './field-problem.ts';
import { OwnerId } from './owner.ts';
import { plainText } from './plain-text-schema.ts';
import type { DeclaredService } from './service.ts';
import { ServiceId } from './service-id.ts';
import type { Checked } from './service-rules.ts';
import { Timestamp } from './timestamp.ts';

const RemovalReason = plainText(500, {
  description: 'Why it was removed, 1 to 500 characters.',
  examples: ['Fraud.'],
});

/** The public reason where the operator gave none. */
export const unexplained = 'The operator removed it.';

const Removal = z.object({ reason: z.optional(RemovalReason) });

export function checkReason(reason: string | undefined): Checked<string | undefined> {
  const { data, error } = Removal.safeParse({ reason });

  return data ? { value: data.reason } : { problems: fieldProblems(error, { reason }) };
}

export const TombstoneFile = z.strictObject({
  id: ServiceId,
  name: z.string(),
  endpoint: z.string(),
  owner: z.optional(OwnerId),
  deletedAt: Timestamp,
  reason: z.optional(RemovalReason),
  byOperator: z.optional(
    z.literal(true).check(z.meta({ description: 'Only the operator can restore it then.' })),
  ),
  service: z.optional(
    z
      .record(z.string(), z.unknown())
      .check(z.meta({ description: 'The last declaration, to restore it; absent when it is not known.' })),
  ),
});

/** What remains of a removed service, for ever. */
export interface Tombstone extends Readonly<Omit<z.infer<typeof TombstoneFile>, 'service'>> {
  /** The last declaration, to restore it; absent when it is not known. */
  readonly service?: DeclaredService | undefined;
}

/** The tombstone of a service whose data is erased: only its id, so that it is not given again. */
export function bareTombstone(id: string, deletedAt: string, reason: string): Tombstone {
  return { id, name: id, endpoint: '', deletedAt, reason, byOperator: true };
}

/** A removed service can be restored for this long, and its endpoint is reserved for its owner. */
const restorableMs = 30 * dayMs;

/** Until when a removed service can be restored. */
export function restorableUntil({ deletedAt }: Pick<Tombstone, 'deletedAt'>): Date {
  return new Date(Date.parse(deletedAt) + restorableMs);
}
