import { nouns } from '#texts/nouns.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { DayState } from './day-state.ts';
import { counted, dayText, groupThousands, percentText } from '../texts/formats.ts';
import type { LaneName } from './timeline-drawing.ts';

/* The words of the chart of what became of a service. */

export const dayStateWords: Readonly<Record<DayState, string>> = {
  verified: 'Verified',
  differs: 'Terms differ',
  down: 'Down',
  unknown: 'Not checked',
};

export const stateTitle = 'State';

/** What changed, in the table of changes. */
export const changeTitles: Readonly<
  Record<'observed' | 'declared', Readonly<Record<FieldComparison['field'], string>>>
> = {
  observed: {
    price: 'Live price',
    payTo: 'Live wallet',
    network: 'Live network',
    asset: 'Live token',
    scheme: 'Scheme',
  },
  declared: {
    price: 'Declared price',
    payTo: 'Declared wallet',
    network: 'Declared network',
    asset: 'Declared token',
    scheme: 'Declared scheme',
  },
};

/** The titles of the lanes of the chart, each with the range of its scale where it has one. */
export const laneTitles = {
  price: (top: string, currency: string): string => `Price, 0 to ${top} ${currency}`,
  wallet: (): string => 'Wallet paid',
  state: (): string => 'State',
  uptime: (): string => 'Uptime',
  latency: (topMs: number): string => `Answer time, 0 to ${groupThousands(topMs)} ms`,
  payments: (most: number): string => `Payments, 0 to ${groupThousands(most)} a day`,
};

/** The price where the live token is not known. */
export const unknownPrice = 'not known';

/** What the last wallets were, at the end of their lane. */
export function walletsText(wallets: number, last: string): string {
  return wallets === 1 ? last : `${last}, ${groupThousands(wallets)} seen`;
}

export function uptimeText(percent: number | null): string {
  return percent === null ? 'not measured' : percentText(percent);
}

export function latencyText(medianMs: number): string {
  return `${groupThousands(medianMs)} ms median`;
}

export function paymentsText(payments: number): string {
  return counted(payments, nouns.payment);
}

export const chartTitle = 'Price, wallet, state and payments over time';

/** What the chart shows, for those who do not see it. */
export function chartDescription(
  from: string,
  to: string,
  lanes: readonly (readonly [string, string])[],
): string {
  const facts = lanes.map(([title, value]) => `${title}: ${value}.`);

  return [`From ${dayText(from)} to ${dayText(to)}.`, ...facts, 'The table below holds the same facts.'].join(
    ' ',
  );
}

/** Why there is no history of checks yet, and when there will be. */
export function timelineNote({ declared, observed }: Entry): string {
  if (declared.probing === false) {
    return 'Its owner asked Tollbook not to check it, so there is no history of its live price, wallet and uptime.';
  }

  return observed.lastChecked === null
    ? 'After its first check, its live price, wallet, state and uptime will stand here, day by day.'
    : 'Its endpoint has turned every check away. Once one is answered, its live price, wallet, state and uptime will stand here, day by day.';
}

/** What the page leaves out of the table of changes. */
export function furtherChangesText(count: number): string {
  return `${counted(count, nouns.earlierChange)} can be read through the API.`;
}

/** What the kinds of each lane mean. */
export const legend: readonly { readonly lane: LaneName; readonly kind: string; readonly words: string }[] = [
  { lane: 'price', kind: 'live', words: 'live price' },
  { lane: 'price', kind: 'declared', words: 'declared price' },
  { lane: 'wallet', kind: 'own', words: 'declared wallet' },
  { lane: 'wallet', kind: 'other', words: 'another wallet' },
  { lane: 'state', kind: 'verified', words: 'verified' },
  { lane: 'state', kind: 'differs', words: 'terms differ' },
  { lane: 'state', kind: 'down', words: 'down' },
  { lane: 'state', kind: 'unknown', words: 'not checked' },
  { lane: 'latency', kind: 'median', words: 'median answer' },
  { lane: 'latency', kind: 'slowest', words: '95 % answered within' },
];
