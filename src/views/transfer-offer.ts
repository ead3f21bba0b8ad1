import { z } from 'zod/mini';
import { OwnerId } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';
import { ServiceId } from '../domain/service-id.ts';
import { Timestamp } from '../domain/timestamp.ts';

const nobodyWarning =
  'Nobody with this name holds a key, so nobody can accept the offer. Check the spelling, or ask the operator for a key of this name.';

/** To whom a service is offered, and until when. */
export const TransferOffer = z.strictObject({
  id: ServiceId,
  to: OwnerId,
  until: Timestamp,
  warnings: z.optional(z.array(z.string())).check(
    z.meta({
      description: 'What may be wrong with the offer, which stands all the same; absent where nothing is.',
      examples: [[nobodyWarning]],
    }),
  ),
});
export type TransferOffer = z.infer<typeof TransferOffer>;

/** An open offer. `isToNobody`: no key acts for the new owner. */
export function transferOfferView(
  { id }: Pick<DeclaredService, 'id'>,
  { to, until }: NonNullable<DeclaredService['transfer']>,
  isToNobody: boolean,
): TransferOffer {
  return { id, to, until, ...(isToNobody ? { warnings: [nobodyWarning] } : {}) };
}
