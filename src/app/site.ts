import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuildFollower } from '../build/build-follower.ts';
import { buildInChild } from '../build/build-in-child.ts';
import { firstBuild } from '../build/first-build.ts';
import { ServedBuild } from '../build/served-build.ts';
import { loadPageRenderers, makerOf, siteCodeKey } from '../build/site-code.ts';
import { isOutdated } from '../domain/build.ts';
import { admissionBy } from '../http/admission.ts';
import { AnswerTimes } from '../http/answer-times.ts';
import { Clients } from '../http/clients.ts';
import { HotAnswers } from '../http/hot-answers.ts';
import { RequestTimes } from '../http/request-times.ts';
import { SiteHandler } from '../http/site-handler.ts';
import { CatalogContents } from '../live/catalog-contents.ts';
import { buildFault } from '../live/health.ts';
import { SiteBuilds } from '../live/site-builds.ts';
import { Turns } from '../live/turns.ts';
import { DatabaseExports } from '../sqlite-export/database-exports.ts';
import { buildDuty } from './duties.ts';
import { localsFor, type PageNeeds, preparationFor } from './page-locals.ts';
import type { Home } from './home.ts';
import type { Base } from './part.ts';

/** The folder of the project. */
const root = fileURLToPath(new URL('../../', import.meta.url));

interface Needs extends PageNeeds {
  readonly home: Home;
}

export type Site = ReturnType<typeof openSite>;

/** Everything about pages and exports: serves them, builds them again after changes, and picks up builds made by hand. */
export function openSite(needs: Needs, base: Base) {
  const { config, log, metrics, startWork } = base;
  const { files, repository } = needs.home;
  const { dist, built, limits, clock } = needs.storage;
  const { store } = needs.catalog;
  const { siteUrl, buildIntervalMs: intervalMs } = config;
  const admission = admissionBy(config, limits.limiter);
  const clients = new Clients(config.trustedProxies);
  const times = new AnswerTimes();
  const site = new SiteHandler({
    loadRenderers: loadPageRenderers,
    lacks: (id) => builds.lacks(id),
    locals: localsFor(needs, { times, lastBuild: () => builds.last }, config, log),
    prepare: preparationFor(needs.catalog),
    ...{ admission, clients, siteUrl, log },
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
  const builds: SiteBuilds = new SiteBuilds(built?.build, { store, build, intervalMs, clock, log, metrics });
  const changesSince = (commit: string) => repository.changesSince(commit);
  const follower = new BuildFollower({ dist, served, builds, changesSince, log });
  const exports = openExports(base);
  return {
    ...{ site, admission, clients, times, requests, hot, builds, follower, exports },
    prepare: () => serveFirst(needs, { served, builds, follower }, base),
    /** Where this server builds: replaces a build that it found at its start and that lacks something. */
    renew: () => {
      if (!base.build || !built) return;
      const maker = makerOf(siteCodeKey(root), config);
      if (isOutdated(built.build, store.snapshot, maker)) void builds.buildNow();
    },
    // Reads all services once, so that the first export begins as fast as the later ones.
    start: () =>
      void startWork.run(async () => {
        await exports.contents.of(store.snapshot);
      }),
    stops: [() => builds.stop(), () => exports.databases.clear()],
    health: () => ({ build: buildFault(builds) }),
  };
}

function openExports({ config, life }: Base) {
  const { dataDir, siteUrl, licence } = config;
  const turns = new Turns();
  const contents = new CatalogContents(turns);
  const { stopping } = life;
  const folder = join(dataDir, 'exports');

  return {
    turns,
    contents,
    databases: new DatabaseExports({ folder, siteUrl, licence, turns, stopping }),
  };
}

interface Builds {
  readonly served: ServedBuild;
  readonly builds: SiteBuilds;
  readonly follower: BuildFollower;
}

/**
 * Serves the last build, and has this server build where nobody else does, from now on. Where there is none to serve, makes it if that is wanted
 * and somebody can.
 */
async function serveFirst(
  { storage }: Needs,
  { served, builds, follower }: Builds,
  { life, log, build: isWanted }: Base,
): Promise<void> {
  const { dist, duties, state } = storage;
  const isServed = await serveBuilt(storage, served, log);
  life.throwIfStopping();
  const duty = await buildDuty(builds, dist, log);
  if (duty) duties.leases.add(duty);
  duties.start();
  if (isServed || !isWanted || !duty) return;

  await firstBuild({ builds, follower, ping: () => state.ping(), log }, life.stopping);
}

/** Serves the last build, if there is one. If it is damaged, logs that, and the API runs without pages. */
async function serveBuilt(
  { dist }: Needs['storage'],
  served: ServedBuild,
  log: Base['log'],
): Promise<boolean> {
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
