import { astro, FetchState } from 'astro/fetch';
import { Hono } from 'hono';
import { pino } from 'pino';
import { CatalogFolder } from './adapters/catalog-folder.ts';
import { readConfig } from './config.ts';
import { unobserved } from './domain/service.ts';
import { Snapshot } from './domain/snapshot.ts';
import { admissionBy } from './http/admission.ts';
import { type Api, createApi } from './http/api.ts';
import { describeApi } from './http/openapi.ts';
import { CatalogStore } from './live/catalog-store.ts';
import { Committer } from './live/committer.ts';
import { noChanges } from './live/no-changes.ts';
import { emptyHistory } from './live/no-checks.ts';
import { readCatalog } from './live/read-catalog.ts';
import { Registrar } from './live/registrar.ts';
import { SerialQueue } from './live/serial-queue.ts';
import { version } from './version.ts';

/*
 * The development server (`npm run dev`): Astro's pages with the API beside them. It reads the catalog once, writes
 * nothing and knows no key; to register services, use `npm run serve`. Built sites hold nothing of this.
 */

const config = readConfig(process.env);
const log = pino({ level: config.logLevel, base: null });
const clock = (): Date => new Date();
const startedAt = clock();

async function openStore(): Promise<CatalogStore> {
  const { categories, services, rejects } = await readCatalog(
    new CatalogFolder(config.catalogDir),
    config.endpointPolicy,
  );
  const at = { commit: 'development', changedAt: startedAt.toISOString(), unbuilt: 0 };
  const entries = services.map((declared) => ({ declared, observed: unobserved }));

  return new CatalogStore(Snapshot.of(at, categories, entries), rejects, {
    changeLog: noChanges,
    clock,
    log,
  });
}

/** Without a key nobody comes as far as to use it; its parts are there to complete the API. */
function idleRegistrar(store: CatalogStore): Registrar {
  const refuse = (): Promise<never> => Promise.reject(new Error('the development server writes nothing'));
  const repository = { commit: refuse, commitObstacle: refuse, version: refuse };
  const parts = { store, repository, writer: new SerialQueue(), policy: config.endpointPolicy, clock, log };
  const idempotency = { find: refuse, begin: refuse, finish: refuse, forget: refuse };

  return new Registrar({ store, committer: new Committer(parts), idempotency, clock, log });
}

function developmentApi(store: CatalogStore): Api {
  return createApi({
    store,
    registrar: idleRegistrar(store),
    changeLog: noChanges,
    history,
    validate: () => Promise.reject(new Error('the development server asks nobody')),
    endpointPolicy: config.endpointPolicy,
    keys: { find: () => Promise.resolve(undefined) },
    health: () =>
      Promise.resolve({
        status: 'ok',
        version,
        catalog: {
          services: store.snapshot.size,
          commit: store.snapshot.version.commit,
          loadedAt: startedAt.toISOString(),
          builtAt: null,
        },
        checks: {},
        uptimeSeconds: Math.floor((clock().getTime() - startedAt.getTime()) / 1000),
      }),
    siteUrl: config.siteUrl,
    catalogName: config.catalogName,
    version,
    admission: admissionBy({ readLimit: undefined, writeLimit: undefined }),
    clock,
    log,
  });
}

const history = emptyHistory(clock);
const store = await openStore();
const description = describeApi(config.siteUrl, version);
const api = developmentApi(store);

const environment = { requestId: 'development' };
const app = new Hono();
app.all('/api/*', (c) => api.fetch(c.req.raw, environment));
// Astro has no route for these two, so it keeps their headers to itself; they need none.
app.get('/health', (c) => api.fetch(new Request(c.req.url), environment));
app.get('/openapi.json', (c) => api.fetch(new Request(c.req.url), environment));
app.use((c) => {
  const page = new FetchState(c.req.raw);
  const { snapshot, search } = store;
  page.locals = { catalog: { snapshot, search, history, at: clock(), api: description } };
  return astro(page);
});

export default app;
