import { concernWords } from '#texts/listings.ts';
import type { Said } from '../site/said.ts';
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
export interface Concern extends Said {
  readonly cure?: 'prove' | 'take back';
}

/** What needs its owner's attention in a listing, the gravest first. */
export function concernsOf(declaration: Declaration, observed: Observed): Concern[] {
  return [
    ...checkConcerns(declaration, observed),
    ...transferConcerns(declaration),
    ...proofConcerns(observed),
    ...(declaration.deprecated
      ? [concern(concernWords.deprecated({ message: declaration.deprecated.message }))]
      : []),
  ];
}

function checkConcerns({ probing }: Declaration, { verdict, detail }: Observed): Concern[] {
  if (probing === false) return [concern(concernWords.unprobed)];
  if (verdict === null) return [concern(concernWords.unchecked)];

  return verdict === 'verified' ? [] : [{ text: concernWords.lastCheck, english: detail ?? verdict }];
}

function transferConcerns({ transfer }: Declaration): Concern[] {
  if (!transfer) return [];

  return [
    {
      ...concern(concernWords.offered({ to: transfer.to, day: dayText(transfer.until) })),
      cure: 'take back',
    },
  ];
}

function proofConcerns({ proof }: Observed): Concern[] {
  if (!proof) {
    return [{ ...concern(concernWords.unproven), cure: 'prove' }];
  }
  if (proof.state !== 'stale') return [];

  return [
    { ...concern(concernWords.stale({ method: proof.method, day: dayText(proof.heldAt) })), cure: 'prove' },
  ];
}

function concern(text: string): Concern {
  return { text, english: '' };
}
