import { z } from 'zod';
import { OwnerId, Proof, proofMethods } from '../domain/owner.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { DeclaredService } from '../domain/service.ts';

/** The body of a claim. */
export const ClaimRequest = z.strictObject({
  method: z.enum(proofMethods).meta({
    description:
      '`wallet`: the key’s owner is the only payTo that a live 402 names on the declared network. `http`: the file `/.well-known/tollbook.txt` at the origin of the endpoint names the owner. `dns`: a TXT record at `_tollbook.<host>` does.',
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
