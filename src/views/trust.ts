import type { Entry } from '../domain/snapshot.ts';
import { trust } from '../verification/trust.ts';
import { trustEvidence } from './trust-evidence.ts';
import { z } from 'zod';
import { ServiceId } from '../domain/service-id.ts';

/** The trust score of a service, with its components. */
export const TrustView = z.strictObject({
  id: ServiceId,
  version: z.literal('trust/2').meta({ description: 'Version of the rules that made the score.' }),
  score: z.int().min(0).max(100),
  rated: z
    .boolean()
    .meta({ description: 'False while there is too little history for the score to mean much.' }),
  components: z.array(
    z.strictObject({
      name: z.enum(['terms', 'availability', 'latency', 'age', 'buyers']),
      weight: z.number(),
      value: z
        .number()
        .nullable()
        .meta({ description: 'From 0 to 1; null when unknown, and then left out of the sum.' }),
      evidence: z.string().meta({ description: 'What the value was made from, in words.' }),
    }),
  ),
});
export type TrustView = z.infer<typeof TrustView>;

/** The score that an entry shows, with its parts and the evidence for each. */
export function trustView({ declared, observed }: Entry): TrustView {
  const { version, score, rated, components } = trust(observed.facts);

  return {
    id: declared.id,
    version,
    score,
    rated,
    components: components.map((component) => ({
      name: component.name,
      weight: component.weight,
      value: component.value === null ? null : Math.round(component.value * 1000) / 1000,
      evidence: trustEvidence(component),
    })),
  };
}
