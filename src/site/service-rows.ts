import { supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Status } from '../domain/status.ts';
import { shown } from '../views/known-service.ts';
import { excerpt, summaryLength } from './formats.ts';
import { knownOf } from './known-services.ts';
import { amountNote, amountOf } from './amount.ts';
import { mismatchLabel, paymentsLabel, trustLabel } from './status-words.ts';
import { drawStrip, rowDays, type StripDrawing, stripOf } from './uptime-strip.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { networkTitle } from './understood.ts';

/** One service in a list. */
export interface ServiceRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly category: string;
  /** Title of the network to pay on. */
  readonly network: string;
  /** How many further networks the live 402 accepts. */
  readonly furtherNetworks: number;
  readonly price: string;
  readonly currency: string;
  /** The note beside a price that is not simply the declared one. */
  readonly priceNote: string | null;
  readonly status: Status;
  readonly isDeprecated: boolean;
  /** The gravest difference between the declared and the live terms, in words. */
  readonly mismatch: string | null;
  /** The trust score, or why there is none. */
  readonly trust: string;
  /** Null where nothing was measured. */
  readonly uptime: RowUptime | null;
  /** How many were counted, in words; null where none are counted. */
  readonly payments: string | null;
}

/** Uptime over the last 30 days. */
interface RowUptime {
  readonly percent: number;
  readonly drawing: StripDrawing;
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
  const { status, mismatch, network, uptime } = known;
  const { price, currency } = amountOf(known);

  return {
    id: declared.id,
    name: declared.name,
    summary: excerpt(declared.description, summaryLength),
    category: catalog.snapshot.categoryName(declared.category),
    network: networkTitle(shown(network)),
    furtherNetworks: supportedChains(declared, observed).length - 1,
    price,
    currency,
    priceNote: amountNote(known),
    status,
    isDeprecated: declared.deprecated !== undefined,
    mismatch: mismatch && mismatchLabel(mismatch),
    trust: trustLabel(known),
    uptime: uptime === null ? null : { percent: uptime, drawing: await rowDrawing(entry, catalog) },
    payments: paymentsLabel(known),
  };
}

async function rowDrawing(entry: Entry, { history, at }: SiteCatalog): Promise<StripDrawing> {
  const days = await history.dayCounts(entry, rowDays);

  return drawStrip(stripOf(days, at, rowDays), sparkHeight);
}

/** An empty row for the browser to fill in when it searches a static copy. */
export function blankRow(status: Status): ServiceRow {
  const text = { id: 'id', name: '…', summary: '', category: '', network: '', price: '', currency: '' };

  return {
    ...text,
    furtherNetworks: 0,
    priceNote: '',
    status,
    isDeprecated: true,
    mismatch: '',
    trust: '',
    uptime: null,
    payments: '',
  };
}
