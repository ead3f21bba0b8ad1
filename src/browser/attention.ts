import { clearWords, concernWords } from '#texts/listings.ts';
import { repositoryIn } from '../domain/ownership/repository.ts';
import type { Said } from '../site/said.ts';
import { dayText } from '../texts/formats.ts';
import {
  adoption,
  type ComparedField,
  patchCommand,
  postCommand,
  probeAgainCommand,
  validateCommand,
} from './clearing-request.ts';
import type { Declaration, JsonObject } from './declaration.ts';

/** What GET /api/services/:id/observed says, as far as it is used. */
export interface Observed {
  readonly state: string;
  readonly verdict: string | null;
  readonly detail: string | null;
  readonly fields: readonly ComparedField[];
  readonly proof: {
    readonly method: string;
    readonly evidence: string;
    readonly heldAt: string;
    readonly state: string;
  } | null;
}

/** Something that an owner should look at, and what can be done there. */
export interface Concern extends Said {
  readonly cure?: 'prove' | 'take back';
  /** What this command of a shell does about it, and the command. */
  readonly does: string;
  readonly command: string;
}

/** What needs its owner's attention in a listing, the gravest first. `root`: see `patchCommand`. */
export function concernsOf(declaration: Declaration, observed: Observed, root: string): Concern[] {
  return [
    ...checkConcerns(declaration, observed, root),
    ...transferConcerns(declaration, root),
    ...proofConcerns(declaration, observed, root),
    ...deprecationConcerns(declaration, root),
  ];
}

function checkConcerns(declaration: Declaration, observed: Observed, root: string): Concern[] {
  const { verdict, detail, fields } = observed;
  const validating = validateCommand(root, declaration);
  if (declaration.probing === false) {
    return [concern(concernWords.unprobed, clearWords.probeAgain, probeAgainCommand(declaration))];
  }
  if (verdict === null) return [concern(concernWords.unchecked, clearWords.firstCheck, validating)];
  if (verdict === 'verified') return [];

  const found = { text: concernWords.lastCheck, english: detail ?? verdict };
  const adopted = verdict.endsWith('_mismatch') ? adoption(declaration, fields) : undefined;
  return [
    adopted
      ? { ...found, does: clearWords.adopt, command: patchCommand(root, declaration, adopted) }
      : { ...found, does: clearWords.mend, command: validating },
  ];
}

function transferConcerns(declaration: Declaration, root: string): Concern[] {
  const { owner, transfer } = declaration;
  if (!transfer) return [];

  const text = concernWords.offered({ to: transfer.to, day: dayText(transfer.until) });
  const command = postCommand(root, declaration, 'transfer', { to: owner });
  return [{ ...concern(text, clearWords.takeBack, command), cure: 'take back' }];
}

function proofConcerns(declaration: Declaration, { proof }: Observed, root: string): Concern[] {
  if (proof && proof.state !== 'stale') return [];

  const text = proof
    ? concernWords.stale({ method: proof.method, day: dayText(proof.heldAt) })
    : concernWords.unproven;
  const command = postCommand(root, declaration, 'claim', claimAs(proof));
  return [{ ...concern(text, proof ? clearWords.lookAgain : clearWords.prove, command), cure: 'prove' }];
}

/** The claim that led to a proof, or without one, the claim by wallet. */
function claimAs(proof: Observed['proof']): JsonObject {
  if (proof?.method !== 'repository') return { method: proof?.method ?? 'wallet' };

  const { owner, name } = repositoryIn(proof.evidence);
  return { method: proof.method, repository: `${owner}/${name}` };
}

function deprecationConcerns(declaration: Declaration, root: string): Concern[] {
  const { deprecated } = declaration;
  if (!deprecated) return [];

  const command = patchCommand(root, declaration, { deprecated: null });
  return [concern(concernWords.deprecated({ message: deprecated.message }), clearWords.undeprecate, command)];
}

function concern(text: string, does: string, command: string): Concern {
  return { text, english: '', does, command };
}
