import { z } from 'zod';
import { OwnerId, Proof } from '../domain/owner.ts';
import { proofMethods, proofWords } from '../domain/ownership/methods.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { DeclaredService } from '../domain/service.ts';

/** The body of a claim. */
export const ClaimRequest = z.strictObject({
  method: z.enum(proofMethods).meta({
    description: proofWords.methods,
    examples: ['http'],
  }),
});

/** A service that was claimed: whose it is now, and by which proof. */
export const ClaimView = z.strictObject({ id: ServiceId, owner: OwnerId, proof: Proof });
export type ClaimView = z.infer<typeof ClaimView>;

/** @throws {Error} for a service without owner or proof, which no claim leaves behind */
export function claimView({ id, owner, proof }: DeclaredService): ClaimView {
  if (owner === undefined || !proof) throw new Error(`${id} was claimed and has no proof`);

  const { method, at, evidence } = proof;
  return { id, owner, proof: { method, at, evidence } };
}
