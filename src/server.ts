import { once } from 'node:events';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { type BuiltSite, DistFolder } from './adapters/dist-folder.ts';
import { watchCatalog } from './adapters/folder-watcher.ts';
import { GitHubRepository } from './adapters/github/github-repository.ts';
import { claimCatalog } from './adapters/server-lock.ts';
import { buildInChild } from './adapters/site-build.ts';
import { SqliteChangeLog } from './adapters/sqlite/change-log.ts';
import { SqliteChecks } from './adapters/sqlite/checks.ts';
import { StateDatabase } from './adapters/sqlite/database.ts';
import { SqliteIdempotency } from './adapters/sqlite/idempotency.ts';
import { SqliteKeys } from './adapters/sqlite/keys.ts';
import { type CatalogHome, openHome } from './catalog-home.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Build } from './domain/build.ts';
import { printableLines } from './domain/plain-text.ts';
import type { Observed } from './domain/service.ts';
import { Snapshot } from './domain/snapshot.ts';
import { type Admission, admissionBy } from './http/admission.ts';
import { AnswerTimes } from './http/answer-times.ts';
import { type Api, createApi } from './http/api.ts';
import { createHttpServer } from './http/node-server.ts';
import { describeApi } from './http/openapi.ts';
import { SiteHandler } from './http/site-handler.ts';
import { BranchFollower } from './live/branch-follower.ts';
import { CatalogStore } from './live/catalog-store.ts';
import { Committer } from './live/committer.ts';
import { FileFollower, reportRejects } from './live/follow-files.ts';
import { health } from './live/health.ts';
import { Monitor } from './live/monitor.ts';
import { observedServices, withObserved } from './live/observed-services.ts';
import { readCatalog } from './live/read-catalog.ts';
import { Registrar } from './live/registrar.ts';
import { SerialQueue } from './live/serial-queue.ts';
import { Search } from './search/search.ts';
import { ServiceHistory } from './live/service-history.ts';
import { SiteBuilds } from './live/site-builds.ts';
import { validateEndpoint } from './live/validate-endpoint.ts';
import { Lifecycle } from './lifecycle.ts';
import { proberOf } from './prober-of.ts';
import { version } from './version.ts';

const clock = (): Date => new Date();

/** How soon a build made by hand is seen. */
const buildPollMs = 1000;

type Catalog = Awaited<ReturnType<typeof openCatalog>>;
type Site = ReturnType<typeof openSite>;

/** Opens everything that outlives a request: git, the state database, the catalog and what keeps it up to date. */
async function openCatalog(config: Config, log: pino.Logger, life: Lifecycle) {
  const { repository, files } = await openHome(config);
  const claim = await claimCatalog(files.path, repository.gitDir);
  life.onStop(() => {
    claim.release();
  });
  const database = await StateDatabase.in(config.dataDir);
  life.onStop(() => {
    database.close();
  });
  const dist = new DistFolder(config.distDir);
  const current = await dist.current();
  const built = current?.build;

  const changeLog = new SqliteChangeLog(database);
  const checks = new SqliteChecks(database);
  const { standings, observed } = await observedServices(checks, clock());
  const { snapshot, rejects } = await readSnapshot({ repository, files }, config, { built, observed });
  reportRejects(rejects, log);
  const saved = current && (await dist.savedSearch(current.folder));
  const search = loadSearch(saved, snapshot, log);
  const store = new CatalogStore(snapshot, rejects, { changeLog, clock, log }, search);

  const writer = new SerialQueue();
  life.onStop(() => writer.idle());
  const parts = { store, repository, writer, policy: config.endpointPolicy, clock, log };
  const follower = new FileFollower({ ...parts, files });
  const branch = branchOf(repository, { files: follower, writer, log }, config);
  const committer = new Committer({ ...parts, ...(branch ? { catchUp: () => branch.catchUp() } : {}) });
  const registrar = new Registrar({
    store,
    committer,
    idempotency: new SqliteIdempotency(database),
    clock,
    log,
  });
  const prober = proberOf(config);
  const { probeIntervalMs: intervalMs } = config;
  const monitor = new Monitor(standings, {
    store,
    prober,
    checks,
    intervalMs,
    clock,
    random: Math.random,
    log,
  });
  return {
    history: new ServiceHistory({ monitor, checks, clock }),
    prober,
    monitor,
    repository,
    files,
    database,
    dist,
    built,
    changeLog,
    store,
    committer,
    registrar,
    follower,
    branch,
  };
}

/** Where the catalog is at home elsewhere, what follows it there. */
function branchOf(
  home: CatalogHome['repository'],
  parts: { readonly files: FileFollower; readonly writer: SerialQueue; readonly log: pino.Logger },
  { github }: Config,
): BranchFollower | undefined {
  if (!github || !(home instanceof GitHubRepository)) return undefined;

  return new BranchFollower({ ...parts, upstream: home, intervalMs: github.pollIntervalMs });
}

/** The search as the last build saved it, which is several times sooner there than a new one; what has changed since is read anew. */
function loadSearch(saved: Uint8Array | undefined, snapshot: Snapshot, log: pino.Logger): Search {
  if (saved === undefined) return new Search(snapshot);

  const loaded = Search.load(saved, snapshot);
  if (!loaded) log.info({}, 'the saved search index is damaged or out of date; it is made anew');
  return loaded ?? new Search(snapshot);
}

async function readSnapshot(
  { repository, files }: CatalogHome,
  config: Config,
  known: { readonly built: Build | undefined; readonly observed: ReadonlyMap<string, Observed> },
) {
  const { built, observed } = known;
  const at = await repository.version();
  const { categories, services, rejects } = await readCatalog(files, config.endpointPolicy);
  const unbuilt = (built && (await repository.changesSince(built.commit))) ?? services.length;

  const snapshot = Snapshot.of({ ...at, unbuilt }, categories, withObserved(services, observed));
  return { snapshot, rejects };
}

/** Keeps the site built, and serves the newest build. */
function openSite(
  catalog: Catalog,
  admission: Admission,
  { buildIntervalMs, repository, siteUrl }: Config,
  log: pino.Logger,
) {
  const { store, dist, built, files: catalogFiles, history } = catalog;
  const times = new AnswerTimes();
  const api = describeApi(siteUrl, version);
  const locals = (): App.Locals => {
    const { snapshot, search } = store;
    const seen = { history, at: clock(), build: builds.last, answerTimes: times.read() };
    return { catalog: { snapshot, search, ...seen, repository, api } };
  };
  const site = new SiteHandler({ locals, admission, siteUrl, log });
  const build = async (signal: AbortSignal): Promise<Build> => {
    await buildInChild({ ...process.env, CATALOG_DIR: catalogFiles.path }, process.stdout.isTTY, signal);
    const made = await dist.current();
    if (!made) throw new Error('the build left nothing that can be read');

    await serve(made);
    return made.build;
  };
  let served: readonly string[] = [];
  const serve = async ({ folder, files }: BuiltSite): Promise<void> => {
    await site.load(folder);
    served = files;
  };
  /** Whether files that are served are missing now. */
  const isGone = (now: BuiltSite | undefined): boolean =>
    served.some((file) => now?.files.includes(file) !== true);

  const builds = new SiteBuilds(built, { store, build, intervalMs: buildIntervalMs, clock, log });
  store.onChange(() => {
    builds.schedule();
  });
  return { site, builds, times, serve, isGone };
}

/** Takes up a build that somebody made by hand, and notices when somebody deleted the one that is served. */
async function takeUpBuild(
  { repository, dist }: Catalog,
  { builds, serve, isGone }: Site,
  log: pino.Logger,
): Promise<void> {
  const current = await dist.current();
  if (builds.isRunning) return;

  const isOther = current?.build.builtAt !== builds.last?.builtAt;
  if (isGone(current) && !(current && isOther)) builds.lose();
  else if (current && (isOther || builds.isLost)) {
    await serve(current);
    builds.adopt(
      current.build,
      (await repository.changesSince(current.build.commit)) ?? current.build.services,
    );
    log.info({ builtAt: current.build.builtAt }, 'took up a build made by hand');
  }
}

function apiOf(
  catalog: Catalog,
  builds: SiteBuilds,
  admission: Admission,
  config: Config,
  log: pino.Logger,
): Api {
  const { store, committer, registrar, changeLog, database, history, prober, branch, follower } = catalog;
  const startedAt = clock();
  const pingState = toldPing(database, log);

  return createApi({
    store,
    registrar,
    changeLog,
    keys: new SqliteKeys(database),
    history,
    validate: (request) => validateEndpoint(request, prober),
    endpointPolicy: config.endpointPolicy,
    health: () =>
      health({ store, committer, follower, branch, builds, pingState, version, startedAt, clock }),
    siteUrl: config.siteUrl,
    catalogName: config.catalogName,
    version,
    admission,
    clock,
    log,
  });
}

/** Tells the log once when the database begins to fail, however often its health is asked for. */
function toldPing(database: StateDatabase, log: pino.Logger): () => Promise<void> {
  let told = '';

  return async () => {
    try {
      await database.ping();
      told = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== told) log.warn({ error }, 'the state database does not answer');
      told = message;
      throw error;
    }
  };
}

/** Follows what others do to the catalog and to its builds; answers how to stop that. */
async function follow(catalog: Catalog, site: Site, log: pino.Logger): Promise<() => Promise<void>> {
  const { store, files, follower, repository, branch } = catalog;
  const watch = await watchCatalog(files.path, repository.gitDir, {
    changed: (paths) => void follower.takeUp(paths),
    moved: () => void follower.takeUpCommit(),
  });
  const buildWatch = setInterval(() => {
    takeUpBuild(catalog, site, log).catch((error: unknown) => {
      log.error({ error }, 'a build made by hand could not be taken up');
    });
  }, buildPollMs);

  // What changed between the first reading and the watch.
  void follower.takeUp('all').then(() => store.reconcile());
  void branch?.look();
  branch?.start();
  return async () => {
    branch?.stop();
    clearInterval(buildWatch);
    await watch.stop();
  };
}

/** Starts the whole. With `build`, a missing build is made before the first request is answered. */
async function start(
  config: Config,
  log: pino.Logger,
  life: Lifecycle,
  options: { readonly build: boolean },
): Promise<void> {
  const catalog = await openCatalog(config, log, life);
  const { store, dist, built, monitor } = catalog;
  const admission = admissionBy(config);
  const opened = openSite(catalog, admission, config, log);
  const { site, builds, times } = opened;
  life.onStop(() => builds.stop());
  const isServed = await serveBuilt(opened, dist, log);
  life.throwIfStopping();
  if (!isServed && options.build) await builds.buildNow();

  life.throwIfStopping();
  const server = createHttpServer({
    api: apiOf(catalog, builds, admission, config, log),
    site,
    siteUrl: config.siteUrl,
    log,
    times,
  });
  const port = await listen(server, config, log);
  const stopFollowing = await follow(catalog, opened, log);
  life.onStop(async () => {
    await Promise.all([closeServer(server), stopFollowing(), monitor.stop(), builds.stop()]);
  });
  life.throwIfStopping();
  monitor.start();
  const { commit, unbuilt } = store.snapshot.version;
  log.info({ url: config.siteUrl, port, services: store.snapshot.size, commit }, `serving ${config.siteUrl}`);

  const isStale =
    built !== undefined &&
    (built.version !== version || unbuilt > 0 || isCheckedSince(built, store.snapshot));
  if (options.build && isStale) void builds.buildNow();
}

/** Serves the last build, where there is one; a damaged one is told, and the API goes on without pages. */
async function serveBuilt({ serve }: Site, dist: DistFolder, log: pino.Logger): Promise<boolean> {
  const current = await dist.current();
  if (!current) return false;

  try {
    await serve(current);
    return true;
  } catch (error) {
    log.error({ error }, 'the last build cannot be served; build again');
    return false;
  }
}

/** Resolves with the port: the system chooses one for port 0. */
async function listen(server: Server, { host, port }: Config, log: pino.Logger): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  // Too many open files, for example: the connections that are open go on.
  server.on('error', (error) => {
    log.error({ error }, 'a connection could not be accepted');
  });

  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Takes no new request, and waits for those that are running. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  const closing = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  server.close();
  await closed;
  clearInterval(closing);
}

/** Whether any service was checked after a build was made. */
function isCheckedSince({ builtAt }: Build, snapshot: Snapshot): boolean {
  return [...snapshot.entries()].some(({ observed }) => (observed.lastChecked ?? '') > builtAt);
}

/** Messages and paths in it hold what strangers wrote, names of files for example. */
function printableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;

  const facts = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(
    facts.map(([name, fact]) => [name, typeof fact === 'string' ? printableLines(fact) : (fact as unknown)]),
  );
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: null, serializers: { error: printableError } });
  const life = new Lifecycle(log);
  life.watch();

  try {
    await start(config, log, life, { build: process.argv.includes('--build') });
  } catch (error) {
    // What fails because the start was given up says nothing.
    if (!life.isStopping) throw error;
  }
}

try {
  await main();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${printableLines(`tollbook cannot start: ${reason}`)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
