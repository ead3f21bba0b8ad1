import { findNetwork } from '../domain/network.ts';
import { furtherChains, supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Reason, State } from '../domain/state.ts';
import { shown } from '../views/known-service.ts';
import { excerpt, shownAddress, summaryLength } from '../texts/formats.ts';
import { knownOf } from './known-services.ts';
import { type ShownAmount, shownAmount } from './amount.ts';
import {
  checksLabel,
  countedChecks,
  type DeliveredLabel,
  deliveredLabel,
  hasWholeDay,
  statedPayments,
} from './evidence.ts';
import { paymentsLabel, reasonNote, trustLabel } from './status-labels.ts';
import { drawStrip, rowDays, type StripDrawing, stripOf } from './uptime-strip.ts';
import { type Face, faceOf } from './face.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { networkTitle } from './understood.ts';
import { categoryTitle } from '../texts/category-title.ts';

/** One service in a list. */
export interface ServiceRow {
  readonly id: string;
  readonly name: string;
  readonly face: Face;
  /** Host and path of the endpoint, which distinguish services of one host. */
  readonly address: string;
  readonly summary: string;
  readonly categoryId: string;
  readonly category: string;
  /** Title of the network to pay on. */
  readonly network: string;
  /** Whether that is a test network, whose tokens are worth nothing. */
  readonly isTestnet: boolean;
  /** How many further networks the live 402 accepts. */
  readonly furtherNetworks: number;
  readonly amount: ShownAmount;
  readonly state: State;
  readonly reason: Reason | null;
  /** The reason in words, where the state leaves it open. */
  readonly note: string | null;
  readonly isDeprecated: boolean;
  /** The trust score in words; null before there is one. */
  readonly trust: string | null;
  /** How many checks were answered, in words; null before the first, which the state says. */
  readonly checks: string | null;
  /** Uptime by day; absent before a whole day was measured, and in a copy that a browser searches, which has no counts of days. */
  readonly strip?: StripDrawing | undefined;
  /** How many were counted, in words; null where none are counted. */
  readonly payments: string | null;
  readonly delivered: DeliveredLabel | null;
  /** What of the text that was searched for it has; absent in lists without a text, null where its texts do not show it. */
  readonly why?: string | null;
  /** How many further services of its host were found, and the path of their page; absent where none are to be named. */
  readonly further?: { readonly count: number; readonly path: string };
}

const sparkHeight = 16;

/** A cache: a service appears in several lists of one catalog. */
const made = new WeakMap<SiteCatalog, Map<Entry, Promise<ServiceRow>>>();

export async function serviceRows(entries: readonly Entry[], catalog: SiteCatalog): Promise<ServiceRow[]> {
  const rows = made.get(catalog) ?? new Map<Entry, Promise<ServiceRow>>();
  made.set(catalog, rows);

  return Promise.all(
    entries.map((entry) => {
      const row = rows.get(entry) ?? makeRow(entry, catalog);
      rows.set(entry, row);
      return row;
    }),
  );
}

async function makeRow(entry: Entry, catalog: SiteCatalog): Promise<ServiceRow> {
  const { declared, observed } = entry;
  const known = await knownOf(entry, catalog);
  const { state, reason, network } = known;
  const address = shownAddress(declared.endpoint);
  const checked = countedChecks(entry, known);

  return {
    id: declared.id,
    name: declared.name,
    face: faceOf(declared.name, address),
    address,
    summary: excerpt(declared.description, summaryLength),
    categoryId: declared.category,
    category: categoryTitle(catalog.snapshot.categoryName(declared.category)),
    network: networkTitle(shown(network)),
    isTestnet: findNetwork(shown(network))?.testnet ?? false,
    furtherNetworks: furtherChains(supportedChains(declared, observed), shown(network)).length,
    amount: shownAmount(known),
    state,
    reason,
    note: reasonNote(known),
    isDeprecated: declared.deprecated !== undefined,
    trust: trustLabel(known),
    checks: checksLabel(checked),
    strip: hasWholeDay(checked) ? await rowDrawing(entry, catalog) : undefined,
    payments: paymentsLabel(known),
    delivered: deliveredLabel(statedPayments(known)),
  };
}

async function rowDrawing(entry: Entry, { history, at }: SiteCatalog): Promise<StripDrawing> {
  const days = await history.dayCounts(entry, rowDays);

  return drawStrip(stripOf(days, at, rowDays), sparkHeight);
}

/** An empty row in which every part has its place, for the browser to fill in when it searches a static copy. */
export function blankRow(state: State): ServiceRow {
  const text = { id: 'id', name: '…', address: '', summary: '', categoryId: '', category: '', network: '' };

  return {
    ...text,
    face: { initials: '', colour: 0 },
    isTestnet: true,
    furtherNetworks: 1,
    amount: { price: '', currency: '', listed: '', note: '' },
    state,
    reason: null,
    note: '',
    isDeprecated: true,
    trust: '',
    checks: '',
    payments: '',
    delivered: { text: '', fails: false },
    why: ' ',
    further: { count: 1, path: '#' },
  };
}
