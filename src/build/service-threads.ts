import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SiteCatalog } from '../site/site-catalog.ts';
import type { CarriedCatalog } from './carried-catalog.ts';
import type { FileGroup } from './file-groups.ts';
import type { PlaceServices, ServiceOrder, ServicePlace } from './service-files.ts';

/** What a thread that places services begins with. */
export interface ThreadData extends Pick<SiteCatalog, 'isServed' | 'at'> {
  readonly place: ServicePlace;
  readonly catalog: CarriedCatalog;
  readonly build: { readonly commit: string; readonly builtAt: string };
  /** The description of the API, which takes longer to make than to carry. */
  readonly api: SiteCatalog['api'];
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
