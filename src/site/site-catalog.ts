import type { Assets } from '../domain/asset.ts';
import type { NewsScope, NewsItem } from '../domain/news.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Dropped, Reading } from '../search/intent/intent.ts';
import type { Search } from '../search/search.ts';
import type { HistoryView } from '../views/history.ts';
import type { ApiDocument } from './api-reference.ts';
import type { SiteHistory } from './history.ts';

/** What pages ask of the search. */
export type PageSearch = Pick<
  Search,
  'list' | 'matching' | 'facets' | 'categorySizes' | 'understand' | 'similar' | 'matches'
>;

/** The input of every page, in `Astro.locals`. */
export interface SiteCatalog {
  readonly snapshot: Snapshot;
  readonly search: Omit<PageSearch, 'understand'>;
  /** Reads what a visitor searches for, without what the visitor dropped; with its meaning, if the model answers in time. */
  readonly understand: (text: string, dropped?: Dropped) => Promise<Reading>;
  readonly history: SiteHistory;
  /** Absent where pages are made for copies without a server, which have no pages of histories. */
  readonly readChanges?: ReadChanges | undefined;
  /** Reads the newest changes that feeds tell, newest first. */
  readonly readNews: ReadNews;
  /** Whether a server answers what is no file. Without one, pages are made for copies, where links must lead to files. */
  readonly isServed?: boolean | undefined;
  /** The public address of the site, without a slash at its end. */
  readonly siteUrl: string;
  /** Who writes the feeds. */
  readonly catalogName: string;
  /** The tokens with known units and currencies. */
  readonly assets: Assets;
  /** CAIP-2 ids of networks of which this machine runs a copy, which no public explorer knows. */
  readonly localNetworks?: ReadonlySet<string> | undefined;
  /** The content of `/openapi.json`. */
  readonly api: ApiDocument;
  /** The time as of which pages are rendered. */
  readonly at: Date;
  /** The build being served or made; absent when there is none. */
  readonly build?: { readonly commit: string; readonly builtAt: string } | undefined;
  /** The GitHub repository that holds the catalog (`owner/name`); absent when it is unknown. */
  readonly repository?: { readonly name: string; readonly branch: string } | undefined;
  /** Where to report problems; absent when it is unknown. */
  readonly contactUrl?: string | undefined;
  /** Latency of the API's last responses; absent when it is not measured. */
  readonly answerTimes?: AnswerTimes | undefined;
}

/** Median and 95th percentile over the last responses. */
export interface AnswerTimes {
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

type ReadNews = (scope: NewsScope, limit: number) => Promise<readonly NewsItem[]>;

/** Reads a page of the changes of a service: undefined for an id that no service ever had, `unavailable` while git cannot be read. */
export type ReadChanges = (
  id: string,
  page: { readonly limit: number; readonly offset: number },
) => Promise<{ readonly total: number; readonly view: HistoryView } | 'unavailable' | undefined>;
