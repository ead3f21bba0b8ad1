import type { PaymentTerms } from './payment-terms.ts';

/** One declared value beside what was seen; `match` is null where it cannot be told. */
export interface FieldComparison {
  readonly field: 'price' | 'payTo' | 'network' | 'asset' | 'scheme';
  readonly declared: string | null;
  readonly observed: string | null;
  readonly match: boolean | null;
}

/** Something that a seller should look at although buyers can pay. */
export interface Remark {
  readonly code:
    | 'terms_in_v2_body'
    | 'header_and_body_disagree'
    | 'header_name_unusual'
    | 'entry_unusable'
    | 'wildcard_402';
  readonly detail: string;
}

/** Live terms as they were last read. */
export interface Observation {
  readonly at: Date;
  readonly terms: readonly PaymentTerms[];
  readonly remarks: readonly Remark[];
}
