import type { PaymentTerms } from './payment-terms.ts';

/** The terms of a live 402, as a check last read them. */
export interface LiveTerms {
  readonly at: Date;
  readonly terms: readonly PaymentTerms[];
  readonly remarks: readonly Remark[];
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

/** One declared value beside the live one; `match` is null where they cannot be compared. */
export interface FieldComparison {
  readonly field: 'price' | 'payTo' | 'network' | 'asset' | 'scheme';
  readonly declared: string | null;
  readonly observed: string | null;
  readonly match: boolean | null;
}
