import { z } from 'zod';
import { isPlaced, proofMethods, proofWords } from '../domain/ownership/methods.ts';
import type { LiveTerms } from '../domain/payment-terms.ts';
import { isStale, type LookRecord, recordOf } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';

const Time = z.iso.datetime();

/** The proof of a service, and whether it still holds. */
export const ProofView = z.strictObject({
  method: z.enum(proofMethods),
  at: Time.meta({ description: 'When the owner claimed the service with it.' }),
  evidence: z.string().meta({
    description: `Where it was seen: ${proofWords.evidence}.`,
  }),
  heldAt: Time.meta({ description: 'When it was last seen to hold.' }),
  state: z.enum(['holds', 'stale']).meta({
    description: `\`stale\` when the last looks did not find it; by ${proofWords.placed}, it ends when it is not found for 30 days.`,
  }),
});
export type ProofView = z.infer<typeof ProofView>;

/** Terms that were read from a live 402, and whether they pay the declared wallet; null where that is unknown. */
interface LivePayment extends Pick<LiveTerms, 'at'> {
  readonly isToWallet: boolean | null;
}

/** `look` is the last daily look at the proof, and `live` what the checks saw last; each undefined before the first. */
export function proofView(
  { proof }: DeclaredService,
  look: LookRecord | undefined,
  live: LivePayment | undefined,
): ProofView | null {
  if (!proof) return null;

  const { method, at, evidence } = proof;
  const { heldAt, isLost } = isPlaced(method)
    ? standingByLooks(recordOf(proof, look))
    : standingByChecks(new Date(at), live);
  return { method, at, evidence, heldAt: heldAt.toISOString(), state: isLost ? 'stale' : 'holds' };
}

interface ProofStanding {
  readonly heldAt: Date;
  readonly isLost: boolean;
}

function standingByLooks(record: LookRecord): ProofStanding {
  return { heldAt: record.heldAt, isLost: isStale(record) };
}

/** Checks read the 402 often enough: each that pays the declared wallet sees the proof hold. */
function standingByChecks(madeAt: Date, live: LivePayment | undefined): ProofStanding {
  if (!live || live.at <= madeAt) return { heldAt: madeAt, isLost: false };

  return { heldAt: live.isToWallet === true ? live.at : madeAt, isLost: live.isToWallet === false };
}
