import { setTimeout as sleep } from 'node:timers/promises';
import { closeServer, createHttpServer, listen } from '../http/node-server.ts';
import { AuditTrail } from '../live/audit-trail.ts';
import type { Check } from '../live/health.ts';
import { type ApiNeeds, openApi } from './api.ts';
import type { Counting } from './counting.ts';
import type { Base, Part } from './part.ts';
import type { Watching } from './watching.ts';

interface Needs extends ApiNeeds {
  readonly counting: Counting;
  readonly watching: Watching;
}

/** The server, which listens once it is open: with a build to serve, if it may make one, and with all that other servers did. */
export async function openServer(needs: Needs, base: Base): Promise<Part> {
  const { config, log, life, startWork } = base;
  const { storage, catalog, site } = needs;
  const { following } = needs.following;
  await site.prepare();
  life.throwIfStopping();
  // Before the first request: a server that reads old commits must not show them as the present catalog.
  await following?.start();
  // Else the first searches would be answered 503.
  await catalog.store.search.filled;
  life.throwIfStopping();
  const audit = new AuditTrail({ lines: storage.state.audit, clock: storage.clock, log });
  audit.startPruning();
  const api = openApi(needs, audit, checksOf(needs), base);
  const { siteUrl } = config;
  const { hot, clients, times, requests } = site;
  const returning = following && (() => following.returning);
  const { isByClient } = site.admission;
  const served = { api, site: site.site, hot, clients, isByClient, returning, siteUrl, log, times, requests };
  const server = createHttpServer(served);
  const port = await listen(server, config, log);
  startWork.begin();

  return {
    start: () => {
      const { snapshot } = catalog.store;
      const { commit } = snapshot.version;
      log.info({ url: siteUrl, port, services: snapshot.size, commit }, `serving ${siteUrl}`);
      site.renew();
    },
    stops: [() => audit.stop(), () => close(server, needs), () => leave(storage, config)],
  };
}

/** The checks of `GET /health`, in this order. */
function checksOf({ writing, following, site, storage, catalog, counting }: Needs): Check[] {
  return [writing, following, site, storage, catalog, counting].flatMap(({ health }) => health ?? []);
}

/** A load balancer sends requests elsewhere before the listener closes; meanwhile others take the duties. */
async function leave({ duties }: Needs['storage'], { stopDelayMs }: Base['config']): Promise<void> {
  await Promise.all([duties.leases.stop(), sleep(stopDelayMs)]);
}

/** Stops accepting work, then finishes the work in progress. */
async function close(
  server: ReturnType<typeof createHttpServer>,
  { storage, catalog, writing, following, site, watching }: Needs,
): Promise<void> {
  catalog.feed.stop();
  catalog.streams.stop();
  following.following?.stop();
  watching.rest();
  const { leases } = storage.duties;
  await Promise.all([closeServer(server), writing.committer.drain(), leases.stop(), site.builds.stop()]);
}
