import { uptimePercent } from '../verification/uptime.ts';
import { supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Status } from '../domain/status.ts';
import { excerpt } from './excerpt.ts';
import { drawStrip, type StripDrawing } from './strip-drawing.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { networkTitle } from './understood.ts';
import { rowDays, stripOf } from './uptime.ts';

/** One service as lists show it. */
export interface ServiceRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly category: string;
  /** Title of the declared network. */
  readonly network: string;
  /** How many others the live 402 accepts payment on. */
  readonly furtherNetworks: number;
  readonly price: string;
  readonly currency: string;
  readonly status: Status;
  /** Null before the first check: nothing is known then. */
  readonly trustScore: number | null;
  readonly uptime: RowUptime | null;
}

/** What was seen in the last days. */
interface RowUptime {
  readonly percent: number;
  readonly drawing: StripDrawing;
}

const summaryLength = 150;
const sparkHeight = 16;

/** A service stands in several lists of one catalog, and what was seen of it is asked for once. */
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

  return {
    id: declared.id,
    name: declared.name,
    summary: excerpt(declared.description, summaryLength),
    category: catalog.snapshot.categoryName(declared.category),
    network: networkTitle(declared.x402Config.network),
    furtherNetworks: supportedChains(declared, observed).length - 1,
    price: declared.pricing.pricePerRequest,
    currency: declared.pricing.currency,
    status: observed.status,
    trustScore: observed.lastChecked === null ? null : observed.trustScore,
    uptime: observed.lastChecked === null ? null : await rowUptime(entry, catalog),
  };
}

async function rowUptime(entry: Entry, { history, at }: SiteCatalog): Promise<RowUptime | null> {
  const percent = uptimePercent(entry.observed.facts.window);
  if (percent === null) return null;

  const days = await history.dayCounts(entry, rowDays);
  return { percent, drawing: drawStrip(stripOf(days, at, rowDays), sparkHeight) };
}

/** A row without a service, for scripts to write one into. */
export function blankRow(status: Status): ServiceRow {
  const text = { id: 'id', name: '…', summary: '', category: '', network: '', price: '', currency: '' };

  return { ...text, furtherNetworks: 0, status, trustScore: null, uptime: null };
}
