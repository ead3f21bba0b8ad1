import { z } from 'zod/mini';
import { OwnerId } from './owner.ts';
import { plainText } from './plain-text.ts';
import { declaredService } from './service.ts';
import { perPolicy } from './declaration.ts';
import { ServiceId } from './service-id.ts';
import { Timestamp } from './timestamp.ts';

/** What the catalog keeps of a removed service, for ever. */
export const tombstone = perPolicy((policy) =>
  z.strictObject({
    id: ServiceId,
    name: z.string(),
    endpoint: z.string(),
    owner: z.optional(OwnerId),
    deletedAt: Timestamp,
    reason: z.optional(plainText(500, { description: 'Why it was removed.', examples: ['Fraud.'] })),
    /** Whether the operator removed it; its owner cannot restore it then. */
    byOperator: z.optional(z.literal(true)),
    /** The last declaration, to restore it; absent when that is not known. */
    service: z.optional(declaredService(policy)),
  }),
);
export type Tombstone = Readonly<z.infer<ReturnType<typeof tombstone>>>;

const dayMs = 86_400_000;

/** A removed service can be restored for this long, and its endpoint is kept from others. */
const keptMs = 30 * dayMs;

/** Until when a removed service can be restored. */
export function restorableUntil({ deletedAt }: Pick<Tombstone, 'deletedAt'>): Date {
  return new Date(Date.parse(deletedAt) + keptMs);
}
