import { numberLabels, verifiedOf } from '#texts/home.ts';
import { hourMs } from '../domain/duration.ts';
import { stateOf } from '../domain/state.ts';
import { groupThousands } from '../texts/formats.ts';
import { listPath } from './links.ts';
import { chosenValue, searchPath } from './search-request.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { shareText } from './status-page.ts';
import { localPath } from '../texts/local-path.ts';
import { filled, type Message } from '../texts/message.ts';

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
    numberOf(snapshot.size, numberLabels.services, listPath()),
    ...(checked.length === 0 ? [] : [shareOf(verified, checked.length)]),
    ...some(ofLastHour, numberLabels.checked, localPath('/status/#freshness')),
    ...some(week.main, numberLabels.payments, paidPath),
    ...some(week.test, numberLabels.testPayments, paidPath),
  ];
}

const paidPath = searchPath({ paid: chosenValue, sortBy: 'payments' });

function shareOf(verified: number, checked: number): CatalogNumber {
  return {
    value: shareText(verified, checked),
    label: verifiedOf({ checked: groupThousands(checked) }),
    href: searchPath({ state: ['verified'] }),
  };
}

function some(count: number, label: Message<'count'>, href: string): CatalogNumber[] {
  return count === 0 ? [] : [numberOf(count, label, href)];
}

function numberOf(count: number, label: Message<'count'>, href: string): CatalogNumber {
  return { value: groupThousands(count), label: filled(label, { count }), href };
}
