import { z } from 'zod';
import { OwnerId, Proof } from '../domain/owner.ts';
import { askedMembers, proofMethods, proofRules, proofWords } from '../domain/ownership/methods.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { DeclaredService } from '../domain/service.ts';

/** The members that single methods ask for. */
const members: Readonly<Record<string, z.ZodOptional<z.ZodString>>> = Object.fromEntries(
  askedMembers.map(({ name, form, fault, description, example }) => [
    name,
    z.optional(z.string().regex(form, { error: fault })).meta({ description, examples: [example] }),
  ]),
);

/** The body of a claim. */
export const ClaimRequest = z
  .strictObject({
    ...members,
    method: z.enum(proofMethods).meta({ description: proofWords.methods, examples: ['http'] }),
  })
  .superRefine((claim, context) => {
    for (const { name, method } of askedMembers) {
      const isGiven = Object.hasOwn(claim, name);
      if (isGiven === (claim.method === method)) continue;

      context.addIssue({ code: 'custom', path: [name], message: isGiven ? 'unknown_field' : 'required' });
    }
  });

/** The member that the method of a claim asks for, if it does. */
export function askedIn(claim: z.infer<typeof ClaimRequest>): string | undefined {
  const { asks } = proofRules(claim.method);

  return asks && new Map(Object.entries(claim)).get(asks.name);
}

/** A service that was claimed: whose it is now, and by which proof. */
export const ClaimView = z.strictObject({ id: ServiceId, owner: OwnerId, proof: Proof });
export type ClaimView = z.infer<typeof ClaimView>;

/** @throws {Error} for a service without owner or proof, which no claim leaves behind */
export function claimView({ id, owner, proof }: DeclaredService): ClaimView {
  if (owner === undefined || !proof) throw new Error(`${id} was claimed and has no proof`);

  const { method, at, evidence } = proof;
  return { id, owner, proof: { method, at, evidence } };
}
