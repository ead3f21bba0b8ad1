import { hostOf, parseHost } from '../domain/endpoint-url.ts';
import { canonicalAddress } from '../domain/payment-address.ts';
import { type Payee, payeeKey, payeeOf, payeesOf } from '../domain/payee.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { hostPath, payeePath } from './links.ts';
import { entriesOf, groupPage, type GroupSums, groupSums, maxBeside, mostFrequent } from './service-group.ts';
import { type ServiceRow, serviceRows } from './service-rows.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** Everything that a page of the services of a host shows. */
export interface HostPage {
  readonly host: string;
  readonly total: number;
  readonly number: number;
  readonly last: number;
  /** Null on further pages, which so stay as they are when a service of another page changes. */
  readonly sums: GroupSums | null;
  /** The wallets that its services are paid into, those of the most services first; none on further pages. */
  readonly wallets: readonly HostWallet[];
  readonly furtherWallets: number;
  readonly rows: readonly ServiceRow[];
}

interface HostWallet {
  /** In the spelling for people. */
  readonly address: string;
  /** Undefined where nothing else is paid to it. */
  readonly path?: string | undefined;
  /** How many services of the host are paid to it. */
  readonly services: number;
  /** How many other hosts are. */
  readonly otherHosts: number;
}

/** A host with a page that says more than that of its only service; undefined for others. */
export function linkedHost(host: string, snapshot: Pick<Snapshot, 'idsAt'>): string | undefined {
  return snapshot.idsAt(host).length > 1 ? hostPath(host) : undefined;
}

/** A wallet with a page that says more than that of its only service; undefined for others. */
export function linkedPayee(payee: Payee, snapshot: Pick<Snapshot, 'idsPaidTo'>): string | undefined {
  return snapshot.idsPaidTo(payee).length > 1 ? payeePath(payee) : undefined;
}

/** A page of the services at a host, in any spelling of it; undefined past the last page, and where nothing is listed. */
export async function hostPage(
  catalog: SiteCatalog,
  text: string,
  number: number,
): Promise<HostPage | undefined> {
  const { snapshot } = catalog;
  const host = parseHost(text);
  const sorted = host === undefined ? [] : entriesOf(snapshot.idsAt(host), catalog);
  const page = groupPage(sorted, number);
  if (host === undefined || !page) return undefined;

  const { entries, ...place } = page;
  const rows = await serviceRows(entries, catalog);
  if (number > 1) return { host, ...place, sums: null, wallets: [], furtherWallets: 0, rows };

  const wallets = mostFrequent(
    sorted.flatMap(({ declared, observed }) => [...payeesOf(declared, observed.facts)]),
  );
  return {
    host,
    ...place,
    sums: await groupSums(sorted, catalog),
    wallets: wallets.slice(0, maxBeside).map(([key, services]): HostWallet => {
      const payee = payeeOf(key);
      const { family, address } = payee;
      return {
        address: canonicalAddress(family, address),
        path: linkedPayee(payee, snapshot),
        services,
        otherHosts: hostsPaidTo(payee, catalog).length - 1,
      };
    }),
    furtherWallets: Math.max(0, wallets.length - maxBeside),
    rows,
  };
}

/** A cache, since a wallet stands on the page of each of its hosts. */
const known = new WeakMap<SiteCatalog, Map<string, readonly [host: string, services: number][]>>();

/** The hosts whose services are paid to a wallet, those of the most services first. */
export function hostsPaidTo(payee: Payee, catalog: SiteCatalog): readonly [host: string, services: number][] {
  const ofCatalog = known.get(catalog) ?? new Map<string, readonly [string, number][]>();
  known.set(catalog, ofCatalog);
  const key = payeeKey(payee);
  const { snapshot } = catalog;
  const hosts =
    ofCatalog.get(key) ??
    mostFrequent(
      snapshot.idsPaidTo(payee).flatMap((id) => {
        const entry = snapshot.find(id);
        return entry ? hostOf(entry.declared.endpoint) : [];
      }),
    );

  ofCatalog.set(key, hosts);
  return hosts;
}
