import type { Status } from '../../domain/status.ts';
import type { SortKey, SortOrder } from '../query/question.ts';

/** What a sentence was understood to ask for. */
export interface Intent extends Constraints {
  /** What it is about, in the words of the sentence; empty when it says nothing that could be looked for. */
  readonly keywords: readonly string[];
  /** Categories it is probably about, the likeliest first; they rank, they do not filter. */
  readonly category?: readonly string[];
}

/** What a service must be, as far as the sentence says so. */
export interface Constraints {
  /** Names as `supportedChains` has them; any of them will do. */
  readonly chain?: readonly string[];
  /** Plain decimal, per request. */
  readonly maxPrice?: string;
  /** "under" rather than "at most". */
  readonly maxPriceExclusive?: true;
  readonly currency?: string;
  readonly status?: Status;
  /** Whether some requests are free, or how many at least. */
  readonly freeQuota?: true | number;
  readonly minTrustScore?: number;
  readonly sortBy?: SortKey;
  readonly sortOrder?: SortOrder;
  readonly excludes?: Excludes;
}

export interface Excludes {
  readonly chain?: readonly string[];
  readonly category?: readonly string[];
}

/** What a rule understood, and what is left of the sentence. */
export interface Understood {
  readonly found: Constraints;
  readonly rest: string;
}
