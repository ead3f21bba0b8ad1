import type { Proof } from '../domain/owner.ts';
import { stillHolds } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';

/** The proof of a service after a change. It ends with what it rested on: a new host ends every proof, a new wallet or network one by wallet. */
export function survivingProof(was: DeclaredService, is: DeclaredService): Proof | undefined {
  const { proof } = was;
  const isMoved = new URL(was.endpoint).host !== new URL(is.endpoint).host;

  return proof && !isMoved && stillHolds(proof, is) ? proof : undefined;
}
