import { termTitles } from '#texts/comparison.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import type { Entry } from '../domain/snapshot.ts';
import { decimalText } from '../texts/formats.ts';
import { networkTitle } from './understood.ts';

/** One term as the owner declares it, beside the term of the live 402. */
export interface ComparedTerm {
  readonly label: string;
  readonly declared: string | null;
  readonly observed: string | null;
  /** Null when the two cannot be compared. */
  readonly match: boolean | null;
}

/** Every term that was declared or observed, with networks by name. */
export function comparedTerms(fields: readonly FieldComparison[], { declared }: Entry): ComparedTerm[] {
  return fields
    .filter((field) => field.declared !== null || field.observed !== null)
    .map(({ field, declared: said, observed, match }) => ({
      label: field === 'price' ? `${termTitles.price}, ${declared.pricing.currency}` : termTitles[field],
      declared: shown(field, said),
      observed: shown(field, observed),
      match,
    }));
}

function shown(field: FieldComparison['field'], value: string | null): string | null {
  if (value === null) return null;
  if (field === 'price') return decimalText(value);

  return field === 'network' ? networkTitle(value) : value;
}
