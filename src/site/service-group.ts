import { groupPayments, onTestNetworks, priceRangeText, sharedPayments } from '#texts/groups.ts';
import { stateWords } from '#texts/status.ts';
import { compareText } from '../domain/compare-text.ts';
import { compareDecimal } from '../domain/decimal.ts';
import { effectiveTerms } from '../domain/effective-terms.ts';
import { fold } from '../domain/plain-text.ts';
import type { Entry } from '../domain/snapshot.ts';
import { stateOf, states } from '../domain/state.ts';
import { defaultLimit } from '../search/query/question.ts';
import { amountIn, decimalText } from '../texts/formats.ts';
import type { GroupPayments } from '../views/catalog-payments.ts';
import { type OwnerName, ownerName } from './owner-name.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** What the services of a host, or those that a wallet is paid for, add up to. */
export interface GroupSums {
  readonly services: number;
  /** The states that occur. */
  readonly states: readonly { readonly label: string; readonly services: number }[];
  /** The range of the prices in each currency: the live ones where they differ from the declared ones. */
  readonly prices: readonly string[];
  /** The payments, each counted once, in words; null where none were counted. */
  readonly payments: string | null;
  /** The owners of the most services. */
  readonly owners: readonly OwnerName[];
  readonly furtherOwners: number;
  /** When the first of the services was listed. */
  readonly firstListed: string;
}

/** The services on one page of a group. */
export interface GroupPage {
  readonly total: number;
  readonly number: number;
  readonly last: number;
  readonly entries: readonly Entry[];
}

/** The most entries of a list beside the services. */
export const maxBeside = 10;

/** A page of services in the order of `sorted`; undefined past the last page. */
export function groupPage(sorted: readonly Entry[], number: number): GroupPage | undefined {
  const last = Math.ceil(sorted.length / defaultLimit);
  if (number > last) return undefined;

  const entries = sorted.slice((number - 1) * defaultLimit, number * defaultLimit);
  return { total: sorted.length, number, last, entries };
}

/** The services with these ids in the order of lists: the most trusted first, equals by name, then by id. */
export function entriesOf(ids: readonly string[], { snapshot }: Pick<SiteCatalog, 'snapshot'>): Entry[] {
  return ids
    .flatMap((id) => snapshot.find(id) ?? [])
    .map((entry) => ({ entry, name: fold(entry.declared.name) }))
    .sort(
      (a, b) =>
        b.entry.observed.trustScore - a.entry.observed.trustScore ||
        compareText(a.name, b.name) ||
        compareText(a.entry.declared.id, b.entry.declared.id),
    )
    .map(({ entry }) => entry);
}

export async function groupSums(
  entries: readonly Entry[],
  { history }: Pick<SiteCatalog, 'history'>,
): Promise<GroupSums> {
  const services = entries.map(({ declared }) => declared);
  const owners = mostFrequent(services.flatMap(({ owner }) => owner ?? []));

  return {
    services: entries.length,
    states: states.flatMap((state) => {
      const count = entries.filter((entry) => stateOf(entry) === state).length;
      return count === 0 ? [] : { label: stateWords[state].label, services: count };
    }),
    prices: [...Map.groupBy(entries.map(effectiveTerms), ({ currency }) => currency)]
      .map(([currency, group]) =>
        priceRange(
          currency,
          group.map(({ price }) => price),
        ),
      )
      .sort()
      .slice(0, maxBeside),
    payments: groupPaymentsText(await history.paymentsTo(services.map(({ id }) => id))),
    owners: owners.slice(0, maxBeside).map(([owner]) => ownerName(owner)),
    furtherOwners: Math.max(0, owners.length - maxBeside),
    firstListed: services.map(({ createdAt }) => createdAt).reduce((a, b) => (a < b ? a : b)),
  };
}

/** The distinct texts with how often each occurs, the most frequent first. */
export function mostFrequent(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);

  return [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || compareText(a, b));
}

function priceRange(currency: string, prices: readonly string[]): string {
  const [first = '0', ...others] = prices;
  const [lowest, highest] = others.reduce(
    ([low, high], price): [string, string] => [
      compareDecimal(price, low) < 0 ? price : low,
      compareDecimal(price, high) > 0 ? price : high,
    ],
    [first, first],
  );

  if (lowest === highest) return `${decimalText(lowest)} ${currency}`;

  return priceRangeText({ lowest: decimalText(lowest), highest: decimalText(highest), currency });
}

/** The payments in a sentence or two; null where none were counted. Tokens of test networks are worth nothing, so they stand apart. */
function groupPaymentsText({ sums, payers, isShared }: GroupPayments): string | null {
  const payments = sums.reduce((total, { txCount }) => total + txCount, 0);
  if (payments === 0) return null;

  const amounts = sums
    .map(({ currency, revenue, isTestnet }) => {
      const amount = amountIn(currency, revenue);
      return isTestnet ? onTestNetworks({ amount }) : amount;
    })
    .sort();
  const text = groupPayments({ payments, payers, amounts: amounts.join(', ') });
  return isShared ? `${text} ${sharedPayments}` : text;
}
