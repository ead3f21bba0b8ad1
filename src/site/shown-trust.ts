import type { Entry } from '../domain/snapshot.ts';
import { trustEvidence, trustStep } from '../texts/trust.ts';
import { trust, type TrustComponent } from '../verification/trust.ts';

/** A trust score with its parts, as the page of a service draws it. */
export interface ShownTrust {
  readonly score: number;
  readonly rated: boolean;
  readonly components: readonly (Pick<TrustComponent, 'name' | 'weight' | 'value'> & {
    readonly evidence: string;
  })[];
  /** What would raise it most, and to how much. */
  readonly next: { readonly score: number; readonly step: string } | null;
}

export function shownTrust({ declared, observed }: Entry): ShownTrust {
  const { score, rated, components, next } = trust(observed.facts);
  const { currency } = declared.pricing;

  return {
    score,
    rated,
    components: components.map((component) => ({
      name: component.name,
      weight: component.weight,
      // What nobody would see in the drawing is no reason to render the page again.
      value: component.value === null ? null : Math.round(component.value * 1000) / 1000,
      evidence: trustEvidence(component, currency),
    })),
    next: next && { score: score + next.points, step: trustStep(next, currency) },
  };
}
