import { nouns } from '#texts/nouns.ts';
import { checkedWhen } from '#texts/status-page.ts';
import { hourMs } from '../domain/duration.ts';
import { versionLabel } from '../domain/snapshot.ts';
import type { State } from '../domain/state.ts';
import type { CatalogPayments } from '../views/catalog-payments.ts';
import { amountIn, percentText } from '../texts/formats.ts';
import { searchPath } from './search-request.ts';
import type { AnswerTimes, SiteCatalog } from './site-catalog.ts';
import { networkTitle } from './understood.ts';

/** Everything that the page about the catalog's status shows. */
export interface StatusPage {
  readonly total: number;
  /** Every state; the counts add up to the total. */
  readonly states: readonly StateCount[];
  /** Services by the age of their last check. */
  readonly freshness: readonly { readonly label: string; readonly count: number }[];
  readonly newestCheck: string | null;
  readonly payments: StatusPayments;
  readonly version: string;
  readonly changedAt: string;
  readonly build?: { readonly commit: string; readonly builtAt: string } | undefined;
  readonly answerTimes?: AnswerTimes | undefined;
}

interface StateCount {
  readonly state: State;
  readonly count: number;
  /** The services in this state. */
  readonly href: string;
  /** Of all services, in percent; null where no service is in this state. */
  readonly share: string | null;
}

/** The payments that were counted over the whole catalog. */
interface StatusPayments {
  /** Each payment once, in words; null where none are counted. */
  readonly count: string | null;
  /** The revenue in each currency. */
  readonly revenue: readonly string[];
  /** Tokens of test networks, which are worth nothing. */
  readonly testRevenue: readonly string[];
  /** How far each network is counted; null before the first pass. */
  readonly networks: readonly { readonly title: string; readonly countedTo: string | null }[];
}

/** The upper bound of each age group, in hours, and its label. */
const ages: readonly (readonly [hours: number, label: string])[] = [
  [1, checkedWhen.hour],
  [24, checkedWhen.day],
  [Infinity, checkedWhen.longer],
];

export async function statusPage(catalog: SiteCatalog): Promise<StatusPage> {
  const { snapshot, search, history, at, build, answerTimes } = catalog;
  const checked = [...snapshot.entries()].flatMap(({ observed }) => observed.lastChecked ?? []);
  const hours = checked.map((time) => (at.getTime() - Date.parse(time)) / hourMs);
  const { state: counts } = await search.facets({});
  const newer = (limit: number): number => hours.filter((age) => age <= limit).length;

  return {
    total: snapshot.size,
    states: counts.map(({ id, count }) => ({
      state: id,
      count,
      href: searchPath({ state: [id] }),
      share: count === 0 ? null : shareText(count, snapshot.size),
    })),
    freshness: ages.map(([limit, label], place) => ({
      label,
      count: newer(limit) - newer(ages[place - 1]?.[0] ?? -1),
    })),
    newestCheck: checked.toSorted().at(-1) ?? null,
    payments: statusPayments(await history.catalogPayments()),
    version: versionLabel(snapshot.version),
    changedAt: snapshot.version.changedAt,
    build,
    answerTimes,
  };
}

function statusPayments({ networks, sums }: CatalogPayments): StatusPayments {
  const revenueOn = (isTest: boolean): string[] =>
    sums
      .filter(({ isTestnet }) => isTestnet === isTest)
      .map(({ currency, revenue }) => amountIn(currency, revenue))
      .sort();

  return {
    count:
      networks.length === 0
        ? null
        : nouns.payment({ count: sums.reduce((total, { txCount }) => total + txCount, 0) }),
    revenue: revenueOn(false),
    testRevenue: revenueOn(true),
    networks: networks.map(({ id, countedTo }) => ({ title: networkTitle(id), countedTo })),
  };
}

/** A share in whole percent; 0 % and 100 % are exact. */
export function shareText(count: number, total: number): string {
  if (count === 0 || total === 0) return percentText(0);
  if (count === total) return percentText(100);

  return percentText(Math.min(99, Math.max(1, Math.round((100 * count) / total))));
}
