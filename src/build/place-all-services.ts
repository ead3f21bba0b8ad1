import { idOf } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import type { BuildFiles } from './build-files.ts';
import { type KeptServices, keptServices } from './kept-services.ts';
import { placeServices } from './place-services.ts';
import { type PlaceServices, servicePlacer, type ServicePlace } from './service-files.ts';
import { commonDigest } from './service-keys.ts';
import { carried } from './carried-catalog.ts';
import { startServiceThreads, type ThreadData } from './service-threads.ts';

interface Catalog extends SiteCatalog {
  readonly search: Search;
  readonly build: ThreadData['build'];
}

/** The services that are still to be placed. */
interface LeftServices {
  readonly ids: readonly string[];
  /** Whether threads are worth their start. */
  readonly areMany: boolean;
  /** Places services in this thread. */
  readonly placer: PlaceServices;
  readonly similarTo: KeptServices['similarTo'];
}

/** So many services are placed before it is decided whether to start threads. */
const sampled = 64;

/** So many services are made, or compared with what the last build knew of them, before threads have started. */
const fewToMake = 500;
const fewToCompare = 5_000;

/** Takes the files of untouched services as they are, and places the first of the others. Calls `done` with the number of services. */
export async function placeFirst(
  catalog: Catalog,
  place: ServicePlace,
  files: BuildFiles,
  done: (services: number) => void,
): Promise<LeftServices> {
  const { snapshot } = catalog;
  const { isUntouched, similarTo } = await keptServices(catalog, files.kept, commonDigest(catalog, place));
  const touched = Array.from(snapshot.entries()).flatMap((entry) =>
    isUntouched(entry) && files.keep(idOf(entry)) ? [] : [idOf(entry)],
  );
  done(snapshot.size - touched.length);

  const placer = servicePlacer(catalog, place);
  const ids = touched.slice(sampled);
  const changed = await placeServices(touched.slice(0, sampled), [placer], files, similarTo, done);
  const toMake = (changed / sampled) * ids.length;
  return { ids, areMany: toMake > fewToMake || ids.length > fewToCompare, placer, similarTo };
}

/** Places the services that are left, in threads where these are worth their start. `thread` is the main module of such a thread. */
export async function placeLeft(
  { ids, areMany, placer, similarTo }: LeftServices,
  catalog: Catalog,
  place: ServicePlace,
  files: BuildFiles,
  thread: URL,
  done: (services: number) => void,
): Promise<void> {
  if (!areMany) {
    await placeServices(ids, [placer], files, similarTo, done);
    return;
  }

  const { snapshot, isServed, at, build, api } = catalog;
  const threads = startServiceThreads(thread, {
    ...{ place, isServed, at, build, api },
    catalog: carried(snapshot),
  });
  try {
    await placeServices(ids, threads.placers, files, similarTo, done);
  } finally {
    await threads.close();
  }
}
