import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Category } from '../domain/category.ts';
import { listedService } from '../domain/listed-service.ts';
import { type Observed, unobserved } from '../domain/service.ts';
import { type CatalogVersion, entryOf, Snapshot } from '../domain/snapshot.ts';
import { KeptRows, type RowParts } from '../kept/kept-rows.ts';
import { KeptService, ReadServices, rowOf } from '../kept/kept-service.ts';
import { Search } from '../search/search.ts';
import type { PageSearch, SiteCatalog } from '../site/site-catalog.ts';
import type { FileGroup } from './file-records.ts';
import type { PlaceServices, ServiceOrder, ServicePlace } from './service-files.ts';

/** What a thread that places services begins with. */
export interface ThreadData extends Pick<SiteCatalog, 'isCopy' | 'isServed' | 'at'> {
  readonly place: ServicePlace;
  readonly catalog: CarriedCatalog;
  readonly build: { readonly commit: string; readonly builtAt: string };
  /** The description of the API, which takes longer to make than to carry. */
  readonly api: SiteCatalog['api'];
}

/** A snapshot and its search in a form that threads can be given. All bytes are in memory that they share. */
interface CarriedCatalog {
  readonly version: CatalogVersion;
  readonly categories: readonly Category[];
  /** The declarations, as rows. */
  readonly services: RowParts;
  /** What was observed of these services, in their order; null where nothing was. */
  readonly observed: readonly (Observed | null)[];
  /** The saved search. */
  readonly search: Uint8Array;
}

export type ThreadRequest = readonly ServiceOrder[];

/** The groups of a request, as `PlaceServices` gives them, or why there are none. */
export interface ThreadAnswer {
  readonly groups: readonly (FileGroup | undefined)[];
  readonly failure?: string;
}

/** Threads that place services. */
interface ServiceThreads {
  readonly placers: readonly PlaceServices[];
  close(): Promise<void>;
}

/** Each thread has an index of the whole catalog, so there are only a few of them on large machines too. */
const mostThreads = 4;

/** Starts a thread for each processor. `module` is the main module of such a thread. */
export function startServiceThreads(
  module: URL,
  data: ThreadData,
  env: NodeJS.ProcessEnv = process.env,
): ServiceThreads {
  const count = Math.min(mostThreads, availableParallelism());
  const workers = Array.from({ length: count }, () => new Worker(module, { workerData: data, env }));

  return {
    placers: workers.map(placerOf),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function placerOf(worker: Worker): PlaceServices {
  const ended = endOf(worker);

  return async (orders) => {
    worker.postMessage(orders satisfies ThreadRequest);
    const [{ groups, failure }] = (await Promise.race([once(worker, 'message'), ended])) as [ThreadAnswer];
    if (failure !== undefined) throw new Error(failure);
    return [...groups];
  };
}

/** Rejects when the thread ends before its work, for whatever reason. */
function endOf(worker: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  worker.on('error', reject);
  worker.on('exit', () => {
    reject(new Error('a thread that places services has ended'));
  });

  promise.catch(() => undefined);
  return promise;
}

export function carried(snapshot: Snapshot, search: Pick<Search, 'save'>): CarriedCatalog {
  const { version, categories } = snapshot;
  const entries = Array.from(snapshot.entries());
  const rows = KeptRows.of(entries.map((entry) => rowOf(entry.listed ?? listedService(entry.declared))));
  const [numbers, briefs, texts] = rows.parts;

  return {
    version,
    categories,
    services: [sharedBytes([numbers]), sharedBytes([briefs]), sharedBytes([texts])],
    observed: entries.map(({ observed }) => (observed === unobserved ? null : observed)),
    search: sharedBytes([...search.save()]),
  };
}

/** The snapshot and the search that another thread carried here. Declarations and the search are read when somebody asks for them; the former are not kept. */
export function unpacked({ version, categories, services, observed, search }: CarriedCatalog): {
  readonly snapshot: Snapshot;
  readonly search: PageSearch;
} {
  const rows = KeptRows.over(services);
  const read = new ReadServices(0);
  const entries = observed.map((seen, place) =>
    entryOf(new KeptService(rows, place, read), seen ?? unobserved),
  );
  const snapshot = Snapshot.of(version, categories, entries);

  return { snapshot, search: loadedLater(() => Search.load(search, snapshot) ?? new Search(snapshot)) };
}

/** A search that is loaded by the first question. */
function loadedLater(load: () => Search): PageSearch {
  let loaded: Search | undefined;
  const search = (): Search => (loaded ??= load());

  return {
    list: (query) => search().list(query),
    facets: (question) => search().facets(question),
    categorySizes: () => search().categorySizes(),
    similar: (entry) => search().similar(entry),
    matches: (reading, entries) => search().matches(reading, entries),
    understand: (...text) => search().understand(...text),
    understandUnlearnt: (text) => search().understandUnlearnt(text),
  };
}

function sharedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(pieces.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
