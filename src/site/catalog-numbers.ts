import { hourMs } from '../domain/duration.ts';
import { stateOf } from '../domain/state.ts';
import { groupThousands } from '../texts/formats.ts';
import { listPath } from './links.ts';
import { chosenValue, searchPath } from './search-request.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { shareText } from './status-page.ts';

/** A number about the catalog, with the list behind it. */
export interface CatalogNumber {
  readonly value: string;
  /** What it counts, as it stands below the number. */
  readonly label: string;
  readonly href: string;
}

/** What shows whether the catalog is real. A number of which nothing is known is left out. */
export async function catalogNumbers({ snapshot, history, at }: SiteCatalog): Promise<CatalogNumber[]> {
  const checked = [...snapshot.entries()].filter(({ observed }) => observed.lastChecked !== null);
  const verified = checked.filter((entry) => stateOf(entry) === 'verified').length;
  const ofLastHour = checked.filter(
    ({ observed }) => at.getTime() - Date.parse(observed.lastChecked ?? '') <= hourMs,
  ).length;
  const { week } = await history.catalogPayments();

  return [
    numberOf(snapshot.size, ['service', 'services'], listPath()),
    ...(checked.length === 0 ? [] : [shareOf(verified, checked.length)]),
    ...some(ofLastHour, ['checked within the hour', 'checked within the hour'], '/status/#freshness'),
    ...some(week.main, ['payment this week', 'payments this week'], paidPath),
    ...some(week.test, ['test payment this week', 'test payments this week'], paidPath),
  ];
}

const paidPath = searchPath({ paid: chosenValue, sortBy: 'payments' });

function shareOf(verified: number, checked: number): CatalogNumber {
  return {
    value: shareText(verified, checked),
    label: `verified, of ${groupThousands(checked)} checked`,
    href: searchPath({ state: ['verified'] }),
  };
}

function some(count: number, nouns: readonly [string, string], href: string): CatalogNumber[] {
  return count === 0 ? [] : [numberOf(count, nouns, href)];
}

function numberOf(count: number, [one, many]: readonly [string, string], href: string): CatalogNumber {
  return { value: groupThousands(count), label: count === 1 ? one : many, href };
}
