import { z } from 'zod';
import { ServiceId } from '../domain/service-id.ts';
import type { Entry } from '../domain/snapshot.ts';
import { trust } from '../verification/trust.ts';
import { OutcomeSummary } from './outcomes.ts';
import { trustEvidence, trustStep } from './trust-evidence.ts';

const Part = z.enum(['terms', 'availability', 'latency', 'age', 'buyers']);

/** The trust score of a service, with its components. */
export const TrustView = z.strictObject({
  id: ServiceId,
  version: z.literal('trust/2').meta({ description: 'Version of the rules that made the score.' }),
  score: z
    .int()
    .min(0)
    .max(100)
    .meta({ description: 'The sum of the weights, each times its value; an unknown value gives nothing.' }),
  rated: z
    .boolean()
    .meta({ description: 'False while there is too little history for the score to mean much.' }),
  components: z.array(
    z.strictObject({
      name: Part,
      weight: z.number(),
      value: z.number().nullable().meta({ description: 'From 0 to 1; null when unknown.' }),
      evidence: z.string().meta({ description: 'What the value was made from, in words.' }),
    }),
  ),
  outcomes: OutcomeSummary.meta({
    description: 'What buyers say of their payments: evidence beside the score, and no part of it.',
  }),
  next: z
    .strictObject({
      name: Part,
      flaw: z.enum(['elsewhere', 'gone']).nullable().meta({
        description:
          'What makes the whole score 0 until it is mended: payment goes elsewhere, or nobody answers any more. Null where the step only betters its part.',
      }),
      points: z.int().min(1).meta({ description: 'How much higher the score would be.' }),
      step: z.string().meta({ description: 'What would have to happen, in words.' }),
    })
    .nullable()
    .meta({ description: 'The step that would raise the score most; null where none would.' }),
});
export type TrustView = z.infer<typeof TrustView>;

/** The score that an entry shows, with its parts, the evidence for each, and the next step. */
export function trustView({ declared, observed }: Entry): TrustView {
  const { version, score, rated, components, next } = trust(observed.facts);
  const { currency } = declared.pricing;

  return {
    id: declared.id,
    version,
    score,
    rated,
    components: components.map((component) => ({
      name: component.name,
      weight: component.weight,
      value: component.value === null ? null : Math.round(component.value * 1000) / 1000,
      evidence: trustEvidence(component, currency),
    })),
    outcomes: observed.facts.outcomes,
    next: next && { ...next, step: trustStep(next, currency) },
  };
}
