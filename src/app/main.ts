import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import PQueue from 'p-queue';
import { ContractWallets } from '../adapters/chain/contract-wallets.ts';
import { watchCatalog } from '../adapters/folder-watcher.ts';
import { keyDirectory } from '../adapters/signing/http-signature.ts';
import type { PrometheusMetrics } from '../adapters/prometheus.ts';
import { buildInChild } from '../build/build-in-child.ts';
import { BuildFollower } from '../build/build-follower.ts';
import { firstBuild } from '../build/first-build.ts';
import { DatabaseExports } from '../sqlite-export/database-exports.ts';
import { DistFolder } from '../build/dist-folder.ts';
import { ServedBuild } from '../build/served-build.ts';
import { loadPageRenderers } from '../build/site-code.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { isOutdated } from '../domain/build.ts';
import type { BranchExtent } from '../domain/service-version.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { printable } from '../domain/plain-text.ts';
import { admissionBy } from '../http/admission.ts';
import { AnswerTimes } from '../http/answer-times.ts';
import { type Api, createApi } from '../http/api.ts';
import { ChangeStreams } from '../http/change-streams.ts';
import { ClaimLimits } from '../http/claim-limits.ts';
import { Clients } from '../http/clients.ts';
import { HotAnswers } from '../http/hot-answers.ts';
import { closeServer, createHttpServer, listen } from '../http/node-server.ts';
import { describeApi } from '../http/openapi.ts';
import type { CacheCounts } from '../http/answer-cache.ts';
import { RequestTimes } from '../http/request-times.ts';
import { RequestLimits } from '../http/request-limits.ts';
import { type SiteDependencies, SiteHandler } from '../http/site-handler.ts';
import { AuditTrail } from '../live/audit-trail.ts';
import { FileComparison } from '../live/file-comparison.ts';
import { BranchFollower } from '../live/branch-follower.ts';
import { Burials } from '../live/burials.ts';
import { CatalogContents } from '../live/catalog-contents.ts';
import { ThreadedMatcher } from '../adapters/search/threaded-matcher.ts';
import { CatalogStore } from '../live/catalog-store.ts';
import { Search } from '../search/search.ts';
import { ChangeRecorder } from '../live/change-recorder.ts';
import { Claims } from '../live/claims.ts';
import { Committer } from '../live/committer.ts';
import { DeclarationHistory } from '../live/declaration-history.ts';
import { FileFollower } from '../live/file-follower.ts';
import type { Following } from '../live/following.ts';
import { DayLimits } from '../live/day-limits.ts';
import { KeyIssuer } from '../live/key-issuer.ts';
import { MissedChanges } from '../live/missed-changes.ts';
import type { Leases } from '../live/leases.ts';
import { LogUpkeep } from '../live/log-upkeep.ts';
import { Meanings } from '../live/meanings.ts';
import { health } from '../live/health.ts';
import { ShownPayments } from '../live/shown-payments.ts';
import { changesReader } from '../live/read-changes.ts';
import { RejectedFiles } from '../live/rejected-files.ts';
import { IdempotentWrites } from '../live/idempotent-writes.ts';
import { SiteBuilds } from '../live/site-builds.ts';
import { validateEndpoint } from '../live/validate-endpoint.ts';
import { StartWork } from '../live/start-work.ts';
import { Turns } from '../live/turns.ts';
import { WebhookTests } from '../live/webhook-tests.ts';
import { Webhooks } from '../live/webhooks.ts';
import { Lifecycle } from './lifecycle.ts';
import { openLog } from './log.ts';
import { openCatalog, readSnapshot } from '../open/catalog.ts';
import { openProofPlaces } from '../open/proof-places.ts';
import {
  buildDuty,
  checkDuty,
  deliveryDuty,
  feedDuty,
  logDuty,
  openLeases,
  paymentDuties,
  proofDuty,
  termsDuty,
} from './duties.ts';
import { type Beginning, openFeed, openFollowing } from './open-following.ts';
import { addParts, openMetrics } from './metrics.ts';
import { openModel } from '../open/model.ts';
import { countedPayments, localNetworks, serviceHistory } from '../open/payments.ts';
import { openProber, openTargets, signerOf } from '../open/prober.ts';
import { loggingPing, openState } from '../open/state.ts';
import { openTransparency } from '../open/transparency.ts';
import { openTokenVerifier } from '../open/token-verifier.ts';
import { readSearch, usableValues } from '../site/search-request.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { droppedBy } from '../site/understood.ts';
import { version } from '../config/version.ts';
import type { Health } from '../views/health.ts';
import { messageOf } from '../domain/error-code.ts';

/*
 * The composition root. One function makes each part, from the parts above it, and `start` puts them together. Everything that has to be
 * stopped registers with `Lifecycle`, which stops parts in reverse order.
 */

/** Dependencies of every part. */
interface Base {
  readonly config: Config;
  readonly log: Logger;
  /** Undefined where monitoring is turned off. */
  readonly metrics: PrometheusMetrics | undefined;
  readonly life: Lifecycle;
  readonly startWork: StartWork;
}

type Storage = Awaited<ReturnType<typeof openStorage>>;
type Live = Awaited<ReturnType<typeof openLive>>;
type Writing = ReturnType<typeof openWriting>;
type Checking = ReturnType<typeof openChecking>;
type Claiming = ReturnType<typeof openClaiming>;
type Telling = ReturnType<typeof openTelling>;
type Declarations = ReturnType<typeof openDeclarations>;
type Counting = Awaited<ReturnType<typeof openCounting>>;
type Site = ReturnType<typeof openSite>;
type Exports = ReturnType<typeof openExports>;

/** Everything that the API is made from. */
interface Parts {
  readonly storage: Storage;
  readonly live: Live;
  readonly writing: Writing;
  readonly checking: Checking;
  readonly claiming: Claiming;
  readonly telling: Telling;
  readonly declarations: DeclarationHistory;
  readonly counting: Counting;
  readonly following: Following | undefined;
  readonly pages: Site;
  readonly exports: Exports;
}

/** Threads for the model that tells what texts mean. With one, requests keep the other core of a small machine. */
const serverThreads = 1;

/** Most writes are answered within a few seconds, or not at all. */
const longestWriteMs = 10_000;

/** Opens everything on disk: the catalog, locked against other servers, the state, and the builds. */
async function openStorage({ config, log, life }: Base) {
  const catalog = await openCatalog(config);
  life.onStop(catalog.release);
  if (catalog.advice !== undefined) log.warn(catalog.advice);
  const state = await openState(config);
  life.onStop(() => state.close());
  const serverId = crypto.randomUUID();
  const duties = openLeases(state, config, serverId, log);
  life.onStop(() => duties.leases.stop());
  const limits = new RequestLimits({ counts: state.requestCounts, log });
  limits.start();
  life.onStop(() => limits.stop());
  const dist = new DistFolder(config.distDir);

  const { clock } = state;
  return { ...catalog, state, serverId, clock, duties, limits, dist, built: await dist.current() };
}

/** Loads the catalog into memory, with the observations of its services. */
async function openLive(storage: Storage, base: Base) {
  const { config, log, life } = base;
  const { repository, state, clock, built } = storage;
  const counted = countedPayments(config, state);
  const { assets } = config;
  const memory = {
    checks: state.checks,
    assets,
    ...(config.payments.providers.length > 0 ? { counted } : {}),
  };
  const beginning = await openFeed(state, { clock, log });
  // Before the files are read, so that a change made meanwhile is noticed.
  const stamps = await storage.files.stamps(clock());
  const [{ snapshot: read, rejects }, unbuilt] = await Promise.all([
    readSnapshot(storage, config, memory, log),
    built && repository.changesSince(built.build.commit),
  ]);
  const rejected = new RejectedFiles(log);
  rejected.replace(rejects);
  const snapshot = read.at({ ...read.version, unbuilt: unbuilt ?? read.size });

  const matcher = new ThreadedMatcher({ log });
  life.onStop(() => matcher.close());
  const search = new Search(snapshot, matcher.asked);
  const store = new CatalogStore(snapshot, { clock, log, assets }, search);
  const changes = openChanges(storage, store, beginning, base);
  const meanings = new Meanings({ store, open: () => openModel(config, serverThreads), log });
  life.onStop(() => meanings.stop());
  matcher.onRestart(() => {
    search.refill();
    void meanings.restore();
  });
  const { files: folder, committedLog: committed } = storage;
  const sources = { folder, committed };
  const signed = state.signedCheckpoints;
  const transparency = await openTransparency(config, {
    ...{ sources, signed, log },
    isClone: storage.upstream !== undefined,
  });
  return { store, stamps, rejected, ...changes, transparency, meanings, counted };
}

/** Everything that writes the feed of changes. */
function openChanges(
  { repository, state, clock }: Storage,
  store: CatalogStore,
  { feed, begun }: Beginning,
  { config, log, life }: Base,
) {
  const { changeLog } = state;
  const { assets } = config;
  const { history } = repository;
  const missed = new MissedChanges({ store, changeLog, feed, history, assets, clock, log });
  const changeRecorder = new ChangeRecorder({ store, feed, missed, assets, clock, log });
  changeRecorder.start();
  life.onStop(() => {
    missed.stop();
  });

  return { feed, begun, missed, changeRecorder, streams: new ChangeStreams({ feed, store }) };
}

/** Everything that changes the catalog: registrations, files changed on disk, commits made elsewhere. All share one writer lock. */
function openWriting(
  storage: Storage,
  { store, rejected, stamps, transparency: kept }: Live,
  { config, log, life, metrics }: Base,
) {
  const { repository, files, upstream, state, clock } = storage;
  const writer = new PQueue({ concurrency: 1 });
  life.onStop(() => writer.onIdle());
  const parts = { store, rejected, repository, writer, policy: config.endpointPolicy, clock, log };
  const transparency = kept?.log;
  const logUpkeep = transparency && new LogUpkeep({ ...parts, transparency, stopping: life.stopping });

  const burials = new Burials({ submit: (act) => committer.submit(act), rejected });
  const bury = (tombstones: readonly Tombstone[]): void => {
    burials.bury(tombstones);
  };
  const follower = new FileFollower({ ...parts, files, bury, logUpkeep });
  const comparison = new FileComparison({
    ...{ store, files, stamps, follower, clock, log },
    intervalMs: config.catalogCheckMs,
  });
  const intervalMs = (config.github ?? config.remote)?.pollIntervalMs ?? 0;
  const branch = upstream && new BranchFollower({ upstream, files: follower, writer, intervalMs, log });
  if (branch) kept?.checkpoints.followBy(() => branch.pull());
  const committer = new Committer({
    ...parts,
    metrics,
    transparency,
    reread: () => follower.apply('all'),
    ...(branch ? { catchUp: () => branch.catchUp() } : {}),
  });
  const { idempotency, leases } = state;
  const patienceMs = leases ? longestWriteMs : 0;
  const writes = new IdempotentWrites({ store, committer, idempotency, patienceMs, clock, log });
  return { follower, comparison, branch, committer, writes, bury, logUpkeep };
}

/** Everything that probes services, and their history. */
function openChecking(
  { state, clock }: Storage,
  { store, missed }: Live,
  { config, metrics, startWork }: Base,
) {
  const prober = openProber(config);
  const checks = checkDuty({ config, state, store, clock, metrics }, prober, missed, startWork);

  return { prober, checks, history: serviceHistory(config, state, clock) };
}

/** How services became what they are, from git, and what keeps the index of that and the feed. */
function openDeclarations(
  { repository, state, clock }: Storage,
  { store, feed, changeRecorder }: Live,
  { config, metrics }: Base,
) {
  const { history } = repository;
  const base = { config, state, store, clock, metrics };
  const upkeep = feedDuty(base, { feed, history, declarations: () => declarations, changeRecorder });
  const catchUp = async (extent: BranchExtent): Promise<void> => upkeep.part?.recorder.catchUp(extent);
  const declarations = new DeclarationHistory({
    store,
    history,
    versions: state.versions,
    recorder: { catchUp },
  });

  return { declarations, upkeep };
}

/** Everything that finds the proofs of owners: for claims now, and every day again. */
function openClaiming(
  { state, clock, limits }: Storage,
  { store }: Live,
  { committer }: Writing,
  { prober }: Checking,
  { config, metrics }: Base,
) {
  const { siteUrl, endpointPolicy: policy } = config;
  const places = openProofPlaces(prober, config.githubAccess);

  const claims = new Claims({
    store,
    submit: (act) => committer.submit(act),
    prober,
    places,
    policy,
    catalogHost: new URL(siteUrl).host,
    limits: new ClaimLimits(limits.limiter),
    clock,
  });
  return { claims, upkeep: proofDuty({ config, state, store, clock, metrics }, places, committer) };
}

/** Webhooks, and what delivers to them. */
function openTelling({ state, clock }: Storage, { store, feed }: Live, { config, life, metrics }: Base) {
  const targets = openTargets(config);
  const deliveries = deliveryDuty({ config, state, store, clock, metrics }, feed, targets);
  const tests = new WebhookTests({ targets, clock });
  life.onStop(() => {
    tests.stop();
  });
  const changed = (): void => void deliveries.part?.look();

  return { deliveries, webhooks: new Webhooks({ feed, webhooks: state.webhooks, tests, changed, clock }) };
}

/** Everything that counts payments: what services ask, and one counter for each network with a provider. */
async function openCounting(
  { state, clock }: Storage,
  { store, counted }: Live,
  { config, life, metrics, startWork }: Base,
) {
  const shown = new ShownPayments({ store, counted });
  shown.start();
  const base = { config, state, store, clock, metrics };
  const terms = termsDuty(base, startWork);

  return { terms, shown, counters: await paymentDuties(base, shown, terms, life.stopping) };
}

/** Everything about pages: serves them, builds them again after changes, and picks up builds made by hand. */
function openSite(
  { dist, built, files, repository, limits, clock }: Storage,
  { store, meanings, feed }: Live,
  { history }: Checking,
  declarations: DeclarationHistory,
  { config, log, life, metrics }: Base,
) {
  const { siteUrl, buildIntervalMs: intervalMs } = config;
  const admission = admissionBy(config, limits.limiter);
  const clients = new Clients(config.trustedProxies);
  const times = new AnswerTimes();
  let described: ReturnType<typeof describeApi> | undefined;
  const readChanges = changesReader({ declarations, log });
  const readNews: SiteCatalog['readNews'] = (...asked) => feed.news(...asked);
  const localOnes = localNetworks(config);
  const locals = (): Pick<App.Locals, 'catalog'> => {
    const { snapshot, search } = store;
    const seen = { history, at: clock(), build: builds.last, answerTimes: times.read() };
    const understand: SiteCatalog['understand'] = async (...text) =>
      meanings.add(await search.understand(...text));
    const { assets, repository: home, contactUrl, catalogName } = config;
    const known = { assets, localNetworks: localOnes, repository: home, contactUrl, siteUrl, catalogName };
    const catalog = {
      snapshot,
      search,
      understand,
      ...seen,
      readChanges,
      readNews,
      ...known,
      isServed: true,
    };
    // Few pages show it.
    return {
      catalog: {
        ...catalog,
        get api() {
          return (described ??= describeApi(siteUrl, version));
        },
      },
    };
  };
  /** Finds the meaning of what a visitor searches for, and services that other servers listed, so that the page knows them already. */
  const prepare: SiteDependencies['prepare'] = async ({ pathname, searchParams }, inTurn) => {
    const [, id] = /^\/services\/([^/.]+)/.exec(pathname) ?? [];
    if (id !== undefined && !store.snapshot.find(id)) await feed.isCurrent();
    if (!/^\/search(?:\/|\/feed\.\w+)?$/.test(pathname)) return;
    const { query, ignore } = usableValues(readSearch(searchParams));
    if (query === '') return;
    await meanings.add(await inTurn(() => store.search.understand(query, droppedBy(ignore))));
  };
  const lacks = (id: string): boolean => builds.lacks(id);
  const site = new SiteHandler({
    loadRenderers: loadPageRenderers,
    lacks,
    ...{ locals, prepare, admission, clients, siteUrl, log },
  });

  const made = { snapshot: () => store.snapshot, build: () => site.build };
  const requests = metrics && new RequestTimes((labels, seconds) => metrics.answered(labels, seconds));
  const hot = new HotAnswers({ ...made, readLimit: admission.read, clients, times, requests, log });

  const served = new ServedBuild({ dist, load: (folder) => site.load(folder) });
  const build = async (signal: AbortSignal) => {
    // This server makes the vectors of services itself, without using all cores for it.
    const environment = { ...process.env, CATALOG_DIR: files.path, EMBEDDING_MODEL: 'none' };
    await buildInChild(environment, process.stdout.isTTY, signal);
    return served.serveNewest();
  };
  const builds = new SiteBuilds(built?.build, { store, build, intervalMs, clock, log, metrics });
  life.onStop(() => builds.stop());
  const changesSince = (commit: string) => repository.changesSince(commit);
  const follower = new BuildFollower({ dist, served, builds, changesSince, log });
  return { site, admission, clients, times, requests, hot, served, builds, follower };
}

/** Everything that exports are made with. */
function openExports({ config, life }: Base) {
  const { dataDir, siteUrl, licence } = config;
  const turns = new Turns();
  const contents = new CatalogContents(turns);
  const { stopping } = life;
  const folder = join(dataDir, 'exports');
  const databases = new DatabaseExports({ folder, siteUrl, licence, turns, stopping });
  life.onStop(() => databases.clear());

  return { turns, contents, databases };
}

/** Who did what. */
function openAudit({ state, clock }: Storage, { log, life }: Base): AuditTrail {
  const audit = new AuditTrail({ lines: state.audit, clock, log });
  audit.startPruning();
  life.onStop(() => {
    audit.stop();
  });

  return audit;
}

/** What gives keys to owners; undefined where only the operator does. */
function openIssuer(
  { state, clock }: Storage,
  trail: { readonly audit: AuditTrail; readonly dayLimits: DayLimits },
  { config, log, life }: Base,
): KeyIssuer | undefined {
  if (!config.selfServiceKeys) return undefined;

  const { keys, challenges, blocks } = state;
  const providers = config.payments.providers.map(({ network, url }) => ({ chain: network.caip2, url }));
  const contracts = new ContractWallets(providers, life.stopping);
  const tokens = openTokenVerifier(config, state);
  return new KeyIssuer({
    ...trail,
    ...{ challenges, keys, blocks, contracts, tokens },
    ...{ siteUrl: config.siteUrl, clock, log },
  });
}

function openApi(parts: Parts, base: Base): Api {
  const { storage, live, writing, checking, claiming, telling, declarations } = parts;
  const { counting, following, pages, exports } = parts;
  const { store, rejected, feed, streams, transparency, meanings } = live;
  const { writes, committer, follower, comparison, branch } = writing;
  const { history, prober } = checking;
  const { admission, builds } = pages;
  const { config, log, life, metrics } = base;
  const { state, clock } = storage;
  const { siteUrl, catalogName, licence, endpointPolicy, assets } = config;
  const { turns, contents, databases } = exports;
  const started = performance.now();
  const signer = signerOf(config);
  const audit = openAudit(storage, base);
  const dayLimits = new DayLimits({ lines: state.audit, clock });
  const pingState = loggingPing(state, log);
  const caches = new Map<string, CacheCounts>();
  const healthNow = (): Promise<Health> =>
    health({
      store,
      rejected,
      committer,
      follower,
      comparison,
      branch,
      following,
      builds,
      checkpoints: transparency?.checkpoints,
      meanings,
      counters: countersIn(counting),
      pingState,
      version,
      upMs: () => performance.now() - started,
    });
  if (metrics) {
    const { checks } = checking;
    const { deliveries } = telling;
    const { leases } = storage.duties;
    const seen = { store, feed, committer, following, checks, deliveries, leases, builds, admission };
    addParts(metrics, { ...seen, hot: pages.hot, caches, health: healthNow });
  }

  return createApi({
    store,
    writes,
    committer,
    keys: state.keys,
    issuer: openIssuer(storage, { audit, dayLimits }, base),
    audit,
    dayLimits,
    blocks: state.blocks,
    history,
    feed,
    streams,
    current: following && (() => following.current()),
    transparency,
    keyDirectory: signer && (() => keyDirectory(signer)),
    webhooks: telling.webhooks,
    declarations,
    addMeaning: (sentence) => meanings.add(sentence),
    validate: (request) => validateEndpoint(request, prober, { assets }),
    claim: (...claim) => claiming.claims.claim(...claim),
    contents,
    databases,
    turns,
    endpointPolicy,
    assets,
    health: healthNow,
    isStopping: () => life.isStopping,
    isOutdone: () => following?.isOutdone ?? false,
    metrics,
    metricsNeedKey: config.metrics === 'operators',
    watchCache: (name, counts) => caches.set(name, counts),
    siteUrl,
    catalogName,
    licence,
    version,
    admission,
    limiter: storage.limits.limiter,
    clock,
    log,
  });
}

/** Starts the server. With `build`, makes a missing build before the first request. */
async function start(base: Base, options: { readonly build: boolean }): Promise<void> {
  const { config, log, life, startWork } = base;
  const storage = await openStorage(base);
  const live = await openLive(storage, base);
  const writing = openWriting(storage, live, base);
  const checking = openChecking(storage, live, base);
  const claiming = openClaiming(storage, live, writing, checking, base);
  const telling = openTelling(storage, live, base);
  const { declarations, upkeep } = openDeclarations(storage, live, base);
  const counting = await openCounting(storage, live, base);
  const { branch } = writing;
  const following = openFollowing({ ...live, ...counting, ...storage, branch, leaseMs: config.leaseMs, log });
  const pages = openSite(storage, live, checking, declarations, base);
  const exports = openExports(base);
  const { site, clients, times, requests, hot, builds } = pages;
  const isServed = await serveBuilt(storage, pages, log);
  life.throwIfStopping();
  const { leases } = storage.duties;
  const mayBuild = await addBuilds(storage, builds, leases, log);
  storage.duties.start();
  if (!isServed && options.build && mayBuild) {
    const { follower } = pages;
    await firstBuild({ builds, follower, ping: () => storage.state.ping(), log }, life.stopping);
  }

  life.throwIfStopping();
  // Before the first request: a server that reads old commits must not show them as the present catalog.
  await following?.start();
  life.throwIfStopping();
  const seeing = { checking, claiming, telling, declarations, counting, following };
  const parts = { storage, live, writing, ...seeing, pages, exports };
  const api = openApi(parts, base);
  const { siteUrl } = config;
  const returning = following && (() => following.returning);
  const { isByClient } = pages.admission;
  const served = { api, site, hot, clients, isByClient, returning, siteUrl, log, times, requests };
  const server = createHttpServer(served);
  const port = await listen(server, config, log);
  startWork.begin();
  storage.state.checkpointInThread();
  const stopFollowing = follow(parts, { leases, upkeep }, base);
  life.onStop(async () => {
    live.feed.stop();
    live.streams.stop();
    following?.stop();
    stopFollowing();
    await Promise.all([closeServer(server), writing.committer.drain(), leases.stop(), builds.stop()]);
  });
  // A load balancer sends requests elsewhere before the listener closes; meanwhile others take the duties.
  life.onStop(async () => {
    await Promise.all([leases.stop(), sleep(config.stopDelayMs)]);
  });
  life.throwIfStopping();
  leases.add(checking.checks);
  if (config.probeIntervalMs > 0) leases.add(claiming.upkeep);
  for (const duty of [counting.terms, ...counting.counters.values(), telling.deliveries]) leases.add(duty);
  void live.meanings.start();
  // Reads all services once, so that the first export begins as fast as the later ones.
  void startWork.run(async () => {
    await exports.contents.of(live.store.snapshot);
  });
  const { snapshot } = live.store;
  const { commit } = snapshot.version;
  log.info({ url: siteUrl, port, services: snapshot.size, commit }, `serving ${siteUrl}`);

  const { built } = storage;
  if (options.build && built && isOutdated(built.build, snapshot, version)) void builds.buildNow();
}

/** Has this server build, where nobody else does. Resolves to false where nobody can build. */
async function addBuilds(
  { dist }: Storage,
  builds: SiteBuilds,
  leases: Leases,
  log: Logger,
): Promise<boolean> {
  const duty = await buildDuty(builds, dist, log);
  if (duty) leases.add(duty);
  return duty !== undefined;
}

/** The counters of this server, by the title of their network; without failure where another server counts. */
function countersIn({ counters }: Counting) {
  return new Map([...counters].map(([title, { part }]) => [title, { failure: part?.failure }]));
}

/** Serves the last build, if there is one. If it is damaged, logs that, and the API runs without pages. */
async function serveBuilt({ dist }: Storage, { served }: Site, log: Logger): Promise<boolean> {
  const newest = await dist.current();
  if (!newest) return false;

  try {
    await served.serve(newest);
    return true;
  } catch (error) {
    log.error({ error }, 'the last build cannot be served; build again');
    return false;
  }
}

/**
 * Follows changes that others make to the catalog and its builds. The watch of the folder takes a while to begin, since it looks at every file.
 * Returns a function that stops all but the watch.
 */
function follow(
  { storage, live, writing, pages }: Parts,
  { leases, upkeep }: Pick<Declarations, 'upkeep'> & { readonly leases: Leases },
  { life }: Base,
): () => void {
  const { files, repository } = storage;
  const { feed, missed } = live;
  const { follower, comparison, branch, bury, logUpkeep } = writing;
  const watch = watchCatalog(files.path, repository.gitDir, {
    changed: (paths) => void follower.apply(paths),
    moved: () => void follower.applyCommit(),
  });
  life.onStop(async () => (await watch.catch(() => undefined))?.stop());
  pages.follower.start();
  // Catches changes made between the first reading and now.
  void watch
    .then(() => comparison.compare())
    .then(() => {
      comparison.start();
    })
    .then(() => follower.applyCommit())
    .then(() => missed.reconcile())
    .then(bury)
    .then(() => {
      if (logUpkeep) leases.add(logDuty(logUpkeep));
      leases.add(upkeep);
    })
    .catch((error: unknown) => {
      life.fail(error);
    });
  feed.onReplaced(() => void missed.reconcile().then(() => upkeep.part?.seed.fill()));
  void branch?.look();
  branch?.start();

  return () => {
    comparison.stop();
    branch?.stop();
    pages.follower.stop();
  };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config);
  const life = new Lifecycle(log);
  life.watch();

  try {
    const metrics = await openMetrics(config);
    const startWork = new StartWork(life.stopping);
    await start({ config, log, life, metrics, startWork }, { build: process.argv.includes('--build') });
  } catch (error) {
    // A failure while the process is stopping is a consequence of that.
    if (!life.isStopping) throw error;
  }
}

try {
  await main();
} catch (error) {
  // Git, for one, gives its reasons in several lines.
  const reason = messageOf(error).replaceAll(/\s+/g, ' ').trim();
  process.stderr.write(`${printable(`tollbook cannot start: ${reason}`, 2_000)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
