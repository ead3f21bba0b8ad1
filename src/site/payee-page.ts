import { findNetwork, familyOn } from '../domain/network.ts';
import { declaredPayees, type Payee, payeeKey, payeesAt, readPayee } from '../domain/payee.ts';
import { canonicalAddress } from '../domain/payment-address.ts';
import type { Entry } from '../domain/snapshot.ts';
import { walletPage } from './explorers.ts';
import { hostsPaidTo, linkedHost } from './host-page.ts';
import { entriesOf, groupPage, type GroupSums, groupSums, maxBeside, mostFrequent } from './service-group.ts';
import { type ServiceRow, serviceRows } from './service-rows.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** Everything that a page of the services that a wallet is paid for shows. */
export interface PayeePage {
  readonly payee: Payee;
  /** In the spelling for people. */
  readonly address: string;
  readonly total: number;
  readonly number: number;
  readonly last: number;
  /** Null on further pages. */
  readonly sums: GroupSums | null;
  /** Where block explorers show it, by network; none on further pages. */
  readonly explorers: readonly { readonly network: string; readonly href: string }[];
  /** The hosts of its services, those of the most services first; none on further pages. */
  readonly hosts: readonly {
    readonly host: string;
    readonly path?: string | undefined;
    readonly services: number;
  }[];
  readonly furtherHosts: number;
  /** The services on this page that declare it. */
  readonly declared: readonly ServiceRow[];
  /** The services on this page whose live 402 names it although they do not declare it. */
  readonly observed: readonly ServiceRow[];
}

const maxExplorers = 4;

/** The wallet at an address in any spelling: of a family, or of the first in which something is paid to it. */
export function payeeCalled(
  familyName: string | undefined,
  address: string,
  { snapshot }: Pick<SiteCatalog, 'snapshot'>,
): Payee | undefined {
  if (familyName !== undefined) return readPayee(familyName, address);

  return payeesAt(address).find((payee) => snapshot.idsPaidTo(payee).length > 0);
}

/** A page of the services that a wallet is paid for; undefined past the last page, and where nothing is paid to it. */
export async function payeePage(
  catalog: SiteCatalog,
  payee: Payee | undefined,
  number: number,
): Promise<PayeePage | undefined> {
  if (!payee) return undefined;

  const key = payeeKey(payee);
  const declares = ({ declared }: Entry): boolean => declaredPayees(declared).includes(key);
  const all = entriesOf(catalog.snapshot.idsPaidTo(payee), catalog);
  const sorted = [...all.filter(declares), ...all.filter((entry) => !declares(entry))];
  const page = groupPage(sorted, number);
  if (!page) return undefined;

  const { entries, ...place } = page;
  const hosts = number === 1 ? hostsPaidTo(payee, catalog) : [];
  const { family, address } = payee;
  return {
    payee,
    address: canonicalAddress(family, address),
    ...place,
    sums: number === 1 ? await groupSums(sorted, catalog) : null,
    explorers: number === 1 ? explorersOf(sorted, payee, catalog) : [],
    hosts: hosts.slice(0, maxBeside).map(([host, services]) => ({
      host,
      path: linkedHost(host, catalog.snapshot),
      services,
    })),
    furtherHosts: Math.max(0, hosts.length - maxBeside),
    declared: await serviceRows(entries.filter(declares), catalog),
    observed: await serviceRows(
      entries.filter((entry) => !declares(entry)),
      catalog,
    ),
  };
}

/** The explorers of the networks that its services declare, the most frequent first. */
function explorersOf(
  entries: readonly Entry[],
  { family, address }: Payee,
  catalog: SiteCatalog,
): PayeePage['explorers'] {
  const networks = mostFrequent(
    entries.flatMap(({ declared: { x402Config } }) =>
      familyOn(x402Config.network) === family ? (findNetwork(x402Config.network)?.caip2 ?? []) : [],
    ),
  );

  return networks
    .flatMap(([id]) => {
      const href = walletPage(id, canonicalAddress(family, address), catalog);
      return href === undefined ? [] : { network: findNetwork(id)?.title ?? id, href };
    })
    .slice(0, maxExplorers);
}
