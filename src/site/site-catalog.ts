import type { Snapshot } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';
import type { ApiDocument } from './api-reference.ts';
import type { SiteHistory } from './history.ts';

/** What pages are made from; they get it through `Astro.locals`. */
export interface SiteCatalog {
  readonly snapshot: Snapshot;
  readonly search: Pick<Search, 'list' | 'facets' | 'understand' | 'similar'>;
  readonly history: SiteHistory;
  /** What `/openapi.json` answers. */
  readonly api: ApiDocument;
  /** The time that the pages are made for. */
  readonly at: Date;
  /** The build that is served, or is being made; absent where there is none. */
  readonly build?: { readonly commit: string; readonly builtAt: string } | undefined;
  /** The repository on GitHub that holds the catalog (`owner/name`); absent where it is not known. */
  readonly repository?: { readonly name: string; readonly branch: string } | undefined;
  /** How long the last answers of the API took; absent where nobody measures. */
  readonly answerTimes?: AnswerTimes | undefined;
}

/** Milliseconds within which half, and 95 %, of the last answers were given. */
export interface AnswerTimes {
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}
