import { dayOf } from '../domain/day.ts';
import { hostOf } from '../domain/endpoint-url.ts';
import { type Payee, payeeOn } from '../domain/payee.ts';
import { unobserved } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { linkedHost, linkedPayee } from '../site/host-page.ts';
import { similarShown } from '../site/service-page.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { rowDays, stripDays } from '../site/uptime-strip.ts';
import { knownTerms, shown } from '../views/known-service.ts';
import { digestOf } from './file-groups.ts';
import type { ServicePlace } from './service-files.ts';
import { knownText } from './service-note.ts';

/** Everything that is on file about a service. */
interface ServiceFacts {
  readonly digest: string;
  /** The wallet that its page shows. */
  readonly payee: Payee;
}

/** Makes the key of a service whose page shows these as similar; by default those that the search finds. */
type ServiceKey = (entry: Entry, similar?: readonly Entry[]) => Promise<string>;

/**
 * Makes the key of a service: a hash of everything that its files are made from. It takes a third of the time that it takes to find out
 * what they show. The key may change where the files stay as they are, but never the other way round.
 */
export function serviceKeys(catalog: SiteCatalog, place: Pick<ServicePlace, 'code'>): ServiceKey {
  const { snapshot, search, at } = catalog;
  const common = commonDigest(catalog, place);
  const found = new WeakMap<Entry, Promise<ServiceFacts>>();

  const factsOf = (entry: Entry): Promise<ServiceFacts> => {
    const facts = found.get(entry) ?? readFacts(entry, catalog);
    found.set(entry, facts);
    return facts;
  };

  return async (entry, known) => {
    const { endpoint, deprecated, transfer } = entry.declared;
    const similar = known ?? (await search.similar(entry)).slice(0, similarShown);
    const { digest, payee } = await factsOf(entry);
    const others = await Promise.all(similar.map(factsOf));

    const parts = [
      common,
      digest,
      others.map((other) => other.digest),
      linkedHost(hostOf(endpoint), snapshot),
      linkedPayee(payee, snapshot),
      snapshot.find(deprecated?.replacement ?? '')?.declared.name,
      transfer && at <= new Date(transfer.until),
    ];
    return digestOf(JSON.stringify(parts));
  };
}

/** Of what the files of all services depend on. */
export function commonDigest(catalog: SiteCatalog, place: Pick<ServicePlace, 'code'>): string {
  return digestOf(JSON.stringify(commonOf(catalog, place)));
}

/** The strips of uptime end with the day of the build. */
function commonOf(
  { snapshot, history, assets, localNetworks, repository, contactUrl, isServed, at }: SiteCatalog,
  { code }: Pick<ServicePlace, 'code'>,
): unknown {
  return [
    code.key,
    code.siteUrl,
    code.pictureKey,
    snapshot.categories,
    [...history.countedNetworks],
    [...assets],
    [...(localNetworks ?? [])],
    repository,
    contactUrl,
    isServed === true,
    dayOf(at),
  ];
}

async function readFacts(entry: Entry, { history }: SiteCatalog): Promise<ServiceFacts> {
  const { observed } = entry;
  const known = knownText(entry);
  const { proof, x402Config } = entry.declared;
  // Nothing is on file about a service that was never checked, unless somebody looks at the proof of its owner.
  if (observed === unobserved && proof === undefined) {
    return { digest: digestOf(known), payee: payeeOn(x402Config.network, x402Config.paymentAddress) };
  }

  const { declared } = entry;
  const { lastChecked, attribution } = observed;
  const live = await history.observed(entry);
  const { network, wallet } = knownTerms(declared, live.fields);

  const parts = [
    known,
    live,
    lastChecked && (await history.checks(entry, stripDays, new Date(lastChecked))),
    lastChecked && (await history.dayCounts(entry, rowDays)),
    attribution && (await history.payments(entry, stripDays)),
  ];
  return { digest: digestOf(JSON.stringify(parts)), payee: payeeOn(shown(network), shown(wallet)) };
}
