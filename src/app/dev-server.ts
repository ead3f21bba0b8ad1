import { useOwnDictionaries } from '../adapters/search/own-dictionaries.ts';
import { astro, FetchState } from 'astro/fetch';
import { Hono } from 'hono';
import PQueue from 'p-queue';
import { readConfig } from '../config/config.ts';
import { DatabaseFailure } from '../domain/unavailable.ts';
import { admissionBy } from '../http/admission.ts';
import { ChangeStreams } from '../http/change-streams.ts';
import { type Api, createApi } from '../http/api.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { describeApi } from '../http/openapi.ts';
import { CatalogContents } from '../live/catalog-contents.ts';
import { CatalogStore } from '../live/catalog-store.ts';
import { ChangeFeed } from '../live/change-feed.ts';
import { Committer } from '../live/committer.ts';
import { emptyHistory } from '../live/service-history.ts';
import { withoutMeaning } from '../search/intent/gist.ts';
import { RejectedFiles } from '../live/rejected-files.ts';
import { IdempotentWrites } from '../live/idempotent-writes.ts';
import { StatedOutcomes } from '../live/stated-outcomes.ts';
import { Turns } from '../live/turns.ts';
import { openLog } from './log.ts';
import { readLocalCatalog, snapshotOf } from '../open/catalog.ts';
import { version } from '../config/version.ts';

/*
 * The development server (`npm run dev`): Astro's pages with the API beside them. It reads the catalog once, writes
 * nothing and knows no keys; to register services, use `npm run serve`. Built sites contain nothing of this.
 */

const config = readConfig(process.env);
const log = await openLog(config);
const clock = (): Date => new Date();
const startedAt = clock();

async function openStore(): Promise<CatalogStore> {
  const reading = await readLocalCatalog(config);
  const at = { commit: 'development', changedAt: startedAt.toISOString() };

  const nothingChecked = { facts: () => Promise.resolve(new Map()) };
  const snapshot = await snapshotOf(reading, at, { checks: nothingChecked });

  return new CatalogStore(snapshot, { clock, log });
}

/** Completes the API. Nobody can use it, because there are no keys. */
function idleCommitter(store: CatalogStore): Committer {
  const refuse = (): Promise<never> => Promise.reject(new Error('the development server writes nothing'));
  const repository = { commit: refuse, ready: refuse, commitObstacle: refuse, version: refuse };
  const rejected = new RejectedFiles(log);
  const writer = new PQueue({ concurrency: 1 });
  const parts = { store, rejected, repository, writer, policy: config.endpointPolicy, clock, log };

  return new Committer({ ...parts, reread: refuse });
}

function idleWrites(store: CatalogStore, committer: Committer): IdempotentWrites {
  const refuse = (): Promise<never> => Promise.reject(new Error('the development server writes nothing'));
  const idempotency = { find: refuse, begin: refuse, finish: refuse, forget: refuse };

  return new IdempotentWrites({ store, committer, idempotency, patienceMs: 0, clock, log });
}

function idleFeed(): ChangeFeed {
  const refuse = (): Promise<never> => Promise.reject(new Error('the development server writes nothing'));
  const epoch = '0'.repeat(16);
  const state = { position: { epoch, number: 0, at: 0 }, isSeeded: true };
  const after = () => Promise.resolve({ changes: [], state });
  const news = () => Promise.resolve({ changes: [], epoch });
  const changeLog = { append: refuse, prune: refuse, state: () => Promise.resolve(state), after, news };

  return new ChangeFeed(state, changeLog);
}

const turns = new Turns();

/** Completes the API. Nobody can use them, because there are no keys. */
function idleWebhooks(): ApiDependencies['webhooks'] {
  const refuse = (): Promise<never> => Promise.reject(new Error('the development server writes nothing'));
  const changes = { create: refuse, remove: refuse, rotate: refuse, enable: refuse };

  return { ...changes, list: refuse, find: refuse, withDeliveries: refuse, replay: refuse, test: refuse };
}

const nothing = () => Promise.resolve(undefined);
const none = () => Promise.resolve([]);

function developmentApi(store: CatalogStore): Api {
  const committer = idleCommitter(store);
  const feed = idleFeed();

  return createApi({
    store,
    feed,
    streams: new ChangeStreams({ feed, store }),
    transparency: undefined,
    keyDirectory: undefined,
    webhooks: idleWebhooks(),
    committer,
    writes: idleWrites(store, committer),
    history,
    declarations: {
      page: () => Promise.resolve({ total: 0, isComplete: false, versions: [], before: undefined }),
      texts: () => Promise.resolve(new Map()),
    },
    addMeaning: (sentence) => Promise.resolve(withoutMeaning(sentence)),
    validate: () => Promise.reject(new Error('the development server asks nobody')),
    claim: () => Promise.reject(new Error('the development server asks nobody')),
    outcomes: {
      intake: {
        submit: () => Promise.resolve({ kind: 'not_counted' }),
        reply: () => Promise.reject(new Error('the development server writes nothing')),
      },
      stated: new StatedOutcomes({
        ...{ of: none, after: none, services: none },
        extent: () => Promise.resolve({ records: 0, last: 0 }),
      }),
    },
    contents: new CatalogContents(turns),
    databases: { open: () => Promise.reject(new DatabaseFailure('the development server writes nothing')) },
    turns,
    endpointPolicy: config.endpointPolicy,
    assets: config.assets,
    keys: {
      find: nothing,
      ofActor: () => Promise.resolve([]),
      revoke: () => Promise.resolve(false),
    },
    issuer: undefined,
    audit: {
      record: () => Promise.reject(new Error('the development server writes nothing')),
      page: () => Promise.resolve([]),
    },
    dayLimits: { room: nothing },
    metricsNeedKey: false,
    blocks: { ownerBlock: nothing, hostBlock: nothing },
    health: () =>
      Promise.resolve({
        status: 'ok',
        version,
        catalog: {
          services: store.snapshot.size,
          commit: store.snapshot.version.commit,
          loadedAt: startedAt.toISOString(),
          comparedAt: null,
          builtAt: null,
        },
        checks: {},
        uptimeSeconds: Math.floor(process.uptime()),
      }),
    isStopping: () => false,
    isStaleReplica: () => false,
    siteUrl: config.siteUrl,
    catalogName: config.catalogName,
    licence: config.licence,
    version,
    admission: admissionBy({ readLimit: undefined, writeLimit: undefined }),
    clock,
    log,
  });
}

const history = emptyHistory(clock, config.assets);
useOwnDictionaries();
const store = await openStore();
const description = describeApi(config.siteUrl, version);
const api = developmentApi(store);

const environment = { requestId: 'development', client: 'development' };
const app = new Hono();
app.all('/api/*', (c) => api.fetch(c.req.raw, environment));
// Astro has no route for these two paths, so it passes no headers on; they need none.
app.get('/health', (c) => api.fetch(new Request(c.req.url), environment));
app.get('/openapi.json', (c) => api.fetch(new Request(c.req.url), environment));
app.use((c) => {
  const page = new FetchState(c.req.raw);
  const { snapshot, search } = store;
  const understand: App.Locals['catalog']['understand'] = (...text) => search.understand(...text);
  const { assets, catalogName, siteUrl } = config;
  const known = { assets, catalogName, siteUrl, isServed: true, readNews: () => Promise.resolve([]) };
  page.locals = {
    catalog: { snapshot, search, understand, history, ...known, at: clock(), api: description },
    readPage: async (path: string) => (await app.request(new URL(path, c.req.url).href)).text(),
  };
  return astro(page);
});

export default app;
