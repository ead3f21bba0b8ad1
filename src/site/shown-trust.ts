import { trustEvidence } from '#texts/trust.ts';
import type { Entry } from '../domain/snapshot.ts';
import { trust, type TrustComponent } from '../verification/trust.ts';

/** A trust score with its parts, as the page of a service draws it. */
export interface ShownTrust {
  readonly score: number;
  readonly rated: boolean;
  readonly components: readonly (Pick<TrustComponent, 'name' | 'weight' | 'value'> & {
    readonly evidence: string;
  })[];
}

export function shownTrust({ observed }: Pick<Entry, 'observed'>): ShownTrust {
  const { score, rated, components } = trust(observed.facts);

  return {
    score,
    rated,
    components: components.map((component) => ({
      name: component.name,
      weight: component.weight,
      // What nobody would see in the drawing is no reason to render the page again.
      value: component.value === null ? null : Math.round(component.value * 1000) / 1000,
      evidence: trustEvidence(component),
    })),
  };
}
