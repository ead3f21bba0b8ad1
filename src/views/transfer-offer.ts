import { z } from 'zod/mini';
import { OwnerId } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';
import { ServiceId } from '../domain/service-id.ts';
import { Timestamp } from '../domain/timestamp.ts';

/** To whom a service is offered, and until when. */
export const TransferOffer = z.strictObject({ id: ServiceId, to: OwnerId, until: Timestamp });
export type TransferOffer = z.infer<typeof TransferOffer>;

/** The open offer of a service; undefined when there is none. */
export function transferOfferView({ id, transfer }: DeclaredService): TransferOffer | undefined {
  return transfer && { id, to: transfer.to, until: transfer.until };
}
