import type { OtherRail } from '../../domain/rail.ts';

/** A way to pay, or why no client can pay so, as the second half of a sentence. */
export type RailRead = { readonly rail: OtherRail } | { readonly fault: string };
