import { dayText } from '../texts/formats.ts';
import type { Declaration } from './declaration.ts';

/** What GET /api/services/:id/observed says, as far as it is used. */
export interface Observed {
  readonly state: string;
  readonly verdict: string | null;
  readonly detail: string | null;
  readonly proof: { readonly method: string; readonly heldAt: string; readonly state: string } | null;
}

/** Something that an owner should look at, and what can be done there. */
export interface Concern {
  readonly text: string;
  readonly cure?: 'prove' | 'take back';
}

/** What needs its owner's attention in a listing, the gravest first. */
export function concernsOf(declaration: Declaration, observed: Observed): Concern[] {
  return [
    ...checkConcerns(declaration, observed),
    ...transferConcerns(declaration),
    ...proofConcerns(observed),
    ...(declaration.deprecated ? [{ text: `Deprecated: ${declaration.deprecated.message}` }] : []),
  ];
}

function checkConcerns({ probing }: Declaration, { verdict, detail }: Observed): Concern[] {
  if (probing === false) return [{ text: 'It is not checked, as its file says.' }];
  if (verdict === null) return [{ text: 'It has not been checked yet.' }];

  return verdict === 'verified' ? [] : [{ text: `Last check: ${detail ?? verdict}` }];
}

function transferConcerns({ transfer }: Declaration): Concern[] {
  if (!transfer) return [];

  return [{ text: `Offered to ${transfer.to} until ${dayText(transfer.until)}.`, cure: 'take back' }];
}

function proofConcerns({ proof }: Observed): Concern[] {
  if (!proof) {
    return [{ text: 'Its ownership is not proven: whoever proves it can claim it.', cure: 'prove' }];
  }
  if (proof.state !== 'stale') return [];

  const seen = `it was last seen on ${dayText(proof.heldAt)}`;
  return [{ text: `The proof by ${proof.method} is no longer found; ${seen}.`, cure: 'prove' }];
}
