import { language } from '#texts/language.ts';
import { askedAddress } from '../domain/asked-address.ts';
import { hostOf } from '../domain/endpoint-url.ts';
import { payeeOn } from '../domain/payee.ts';
import { findNetwork } from '../domain/network.ts';
import { furtherChains, supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { averageMs } from '../verification/uptime.ts';
import type { ChecksView } from '../views/checks.ts';
import { type KnownService, shown } from '../views/known-service.ts';
import type { ObservedView } from '../views/observed-terms.ts';
import { type CallGuide, callGuide } from './call-guide.ts';
import { type CostOfCalls, costOfCalls } from './cost.ts';
import { walletPage } from './explorers.ts';
import { type FeedPaths, serviceFeedPaths } from './feed-links.ts';
import { type DeclaredDetail, declaredDetails } from './declared-details.ts';
import { knownOf } from './known-services.ts';
import { type OfferRow, offerRows } from './offer-rows.ts';
import { shownAmount } from './amount.ts';
import { type SeenCheck, standingSentences } from './standing-sentences.ts';
import { deprecationOf, type Ownership, ownershipOf, type ShownDeprecation } from './ownership.ts';
import { isFree, perThousand, priceInWords, requestsForOne } from './price-words.ts';
import { type ServiceOutcomes, serviceOutcomes } from './service-outcomes.ts';
import { servicePayments, type ServicePayments } from './service-payments.ts';
import { fileHistory, listingReport } from './service-links.ts';
import { type ServiceRow, serviceRows } from './service-rows.ts';
import { type SharePicture, sharePicture } from './share-picture.ts';
import type { LastAnswers } from './last-answers.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { type Timeline, timelineOf } from './timeline.ts';
import { shownTrust, type ShownTrust } from './shown-trust.ts';
import { linkedHost, linkedPayee } from './host-page.ts';
import { drawStrip, stripDays, type StripDrawing, stripOf, uptimeOver } from './uptime-strip.ts';
import { type ComparedTerm, comparedTerms } from './compared-terms.ts';
import { networkTitle } from './understood.ts';
import { firstLanguage } from '../texts/languages.ts';

/** Exactly what a service's page shows: a build renders the page again only when this changes. */
export interface ServicePage {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly category: { readonly id: string; readonly name: string };
  readonly price: {
    readonly currency: string;
    readonly perRequest: string;
    readonly inWords: string;
    readonly perThousand: string;
    /** The number of requests that one unit of the token buys. */
    readonly forOne?: string | undefined;
    readonly isFree: boolean;
    readonly freeQuota?: number;
    /** The listed price where the live one differs. */
    readonly listed: string | null;
    /** What else to know about the price. */
    readonly note: string | null;
  };
  readonly wallet: {
    readonly address: string;
    readonly explorer?: string | undefined;
    /** The page of all services that are paid to it; undefined where there are no others. */
    readonly path?: string | undefined;
  };
  /** Its page is undefined where no other service has the host. */
  readonly host: { readonly name: string; readonly path?: string | undefined };
  readonly network: NetworkName & {
    /** Title of the declared network where the live one differs. */
    readonly declared: string | null;
  };
  /** Other networks on which it accepts payment. */
  readonly otherNetworks: readonly NetworkName[];
  readonly known: KnownService;
  /** What its last check found, in a few sentences. */
  readonly standing: string;
  /** Set where the live 402 asks for payment to another wallet than the declared one. */
  readonly walletAlert: WalletAlert | null;
  /** When its live terms were last read; null before the first time. */
  readonly termsReadAt: string | null;
  /** Null unless it is deprecated. */
  readonly deprecation: ShownDeprecation | null;
  readonly ownership: Ownership;
  /** Where somebody reports it. */
  readonly reportUrl?: string | undefined;
  /** Where git shows the changes of its file, also for copies without a server. */
  readonly gitUrl?: string | undefined;
  /** Null in a copy without a server, which has no feeds of single services. */
  readonly feed: FeedPaths | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null where calls are free. */
  readonly cost: CostOfCalls | null;
  readonly call: CallGuide;
  readonly offers: readonly OfferRow[];
  readonly details: readonly DeclaredDetail[];
  readonly similar: readonly ServiceRow[];
  /** Null before the first check. */
  readonly seen: SeenService | null;
  readonly payments: ServicePayments;
  readonly outcomes: ServiceOutcomes;
  readonly timeline: Timeline;
  /** The picture in link previews. */
  readonly picture: SharePicture;
}

/** The two wallets of a service that nobody should pay. */
interface WalletAlert {
  readonly live: string;
  readonly listed: string;
}

/** The evidence from checks. */
interface SeenService {
  readonly lastChecked: string;
  /** Null where nothing was measured. */
  readonly trust: ShownTrust | null;
  readonly remarks: ObservedView['remarks'];
  readonly compared: readonly ComparedTerm[];
  readonly uptime: { readonly percent: number | null; readonly drawing: StripDrawing };
  readonly averageMs: number | null;
}

interface NetworkName {
  readonly title: string;
  readonly caip2: string;
  readonly isTestnet: boolean;
}

/** So many similar services are listed on a page. */
export const similarShown = 4;
const stripHeight = 36;

/** What a build caches, since its renderer is another program than the one that asks what a page shows. */
interface LastPages {
  readonly servicePages?: LastAnswers<Entry, Promise<ServicePage>>;
}

/**
 * The page in HTML and the one in Markdown show the same, and a build, which is English, compares it with the last one before it renders it. Pages in
 * further languages have other words.
 */
export function servicePage(entry: Entry, catalog: SiteCatalog & LastPages): Promise<ServicePage> {
  const read = (): Promise<ServicePage> => readPage(entry, catalog);

  return language === firstLanguage ? (catalog.servicePages?.get(entry, read) ?? read()) : read();
}

async function readPage(entry: Entry, catalog: SiteCatalog): Promise<ServicePage> {
  const { id, name, description, endpoint, category, pricing, createdAt, updatedAt } = entry.declared;
  const known = await knownOf(entry, catalog);
  const network = shown(known.network);
  const wallet = shown(known.wallet);
  const host = hostOf(endpoint);
  const live = await catalog.history.observed(entry);
  const payments = await servicePayments(entry, known, catalog);
  const outcomes = await serviceOutcomes(entry, catalog);
  const checks = await checksOf(entry, catalog);
  const seen = seenOf(entry, known, live, checks);
  const similar = await serviceRows((await catalog.search.similar(entry)).slice(0, similarShown), catalog);

  return {
    id,
    name,
    description,
    endpoint: askedAddress(entry),
    category: { id: category, name: catalog.snapshot.categoryName(category) },
    price: priceOf(known, pricing.freeQuota),
    wallet: {
      address: wallet,
      explorer: walletPage(network, wallet, catalog),
      path: linkedPayee(payeeOn(network, wallet), catalog.snapshot),
    },
    host: { name: host, path: linkedHost(host, catalog.snapshot) },
    network: {
      ...networkName(network),
      declared: known.network.agree === false ? networkTitle(known.network.declared) : null,
    },
    otherNetworks: otherNetworks(entry, network),
    known,
    standing: standingSentences(known, lastSeen(checks, live)),
    walletAlert: known.wallet.agree === false ? { live: wallet, listed: known.wallet.declared } : null,
    termsReadAt: live.readAt,
    deprecation: deprecationOf(entry.declared, catalog),
    ownership: ownershipOf(entry.declared, live.proof, catalog),
    reportUrl: listingReport(id, catalog),
    gitUrl: fileHistory(id, catalog),
    feed: catalog.isServed ? serviceFeedPaths(id) : null,
    createdAt,
    updatedAt,
    cost: costOfCalls(shownAmount(known), pricing.freeQuota),
    call: callGuide(entry, { known, live, hasSimilar: similar.length > 0 }, catalog),
    offers: offerRows(entry, live),
    details: declaredDetails(entry.declared),
    similar,
    seen,
    payments,
    outcomes,
    timeline: timelineOf(entry, checks, payments.paid),
    picture: sharePicture(entry, known, catalog.snapshot),
  };
}

function priceOf(known: KnownService, freeQuota: number | undefined): ServicePage['price'] {
  const { price, currency, listed, note } = shownAmount(known);

  return {
    currency,
    perRequest: price,
    inWords: priceInWords(price, currency),
    perThousand: perThousand(price),
    forOne: requestsForOne(price),
    isFree: isFree(price),
    ...(freeQuota === undefined ? {} : { freeQuota }),
    listed,
    note,
  };
}

/** Further networks that the live 402 accepts. The declared network is not among them where the live 402 asks for another. */
function otherNetworks({ declared, observed }: Entry, network: string): NetworkName[] {
  return furtherChains(supportedChains(declared, observed), network).map(networkName);
}

/** The checks of the days up to the last one; null before the first. */
async function checksOf(entry: Entry, { history }: SiteCatalog): Promise<ChecksView | null> {
  const { lastChecked } = entry.observed;

  return lastChecked === null ? null : history.checks(entry, stripDays, new Date(lastChecked));
}

/** What the last check says of itself: a blocked one leaves what is observed as it was, and only the list of checks says what it met. */
function lastSeen(checks: ChecksView | null, { detail }: ObservedView): SeenCheck | null {
  const [latest] = checks?.latest ?? [];
  if (latest) return latest;

  return checks === null || detail === null ? null : { verdict: null, detail, httpStatus: null };
}

function seenOf(
  entry: Entry,
  { trustScore, uptime }: KnownService,
  { remarks, fields }: ObservedView,
  checks: ChecksView | null,
): SeenService | null {
  const { lastChecked } = entry.observed;
  if (lastChecked === null || checks === null) return null;

  const { days } = checks;

  return {
    lastChecked,
    trust: trustScore === null ? null : shownTrust(entry),
    remarks,
    compared: comparedTerms(fields, entry),
    uptime: {
      percent: uptime === null ? null : uptimeOver(days),
      drawing: drawStrip(stripOf(days, new Date(lastChecked), stripDays), stripHeight),
    },
    averageMs: averageMs(entry.observed.facts.window),
  };
}

function networkName(id: string): NetworkName {
  const { title, caip2, testnet } = findNetwork(id) ?? { title: id, caip2: id, testnet: false };

  return { title, caip2, isTestnet: testnet };
}
