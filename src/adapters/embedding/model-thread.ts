import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { TextKind } from '../../domain/meaning.ts';
import type { LoadedModel } from './loaded-model.ts';
import { messageOf } from '../../domain/error-code.ts';

/*
 * A worker thread that holds a model and embeds one text at a time.
 */

/** Which model to load; the packaged one when no name is given. */
export interface ThreadData {
  readonly model: string | undefined;
  readonly cacheDir: string;
}

export interface ThreadRequest {
  readonly text: string;
  readonly kind: TextKind;
}

export type ThreadAnswer =
  { readonly dimensions: number } | { readonly vector: Float32Array } | { readonly failure: string };

const port = parentPort;
if (!port) throw new Error('this module is the main module of a worker thread');

// Requests go first where cores are few. On Linux, a priority is that of the calling thread; elsewhere, it is that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { model, cacheDir } = workerData as ThreadData;
const answer = (message: ThreadAnswer): void => {
  port.postMessage(message);
};

async function load(): Promise<LoadedModel> {
  if (model === undefined) return (await import('./packaged-model.ts')).loadPackagedModel();
  return (await import('./transformers-model.ts')).loadTransformersModel(model, cacheDir);
}

const loaded = await load();
answer({ dimensions: loaded.dimensions });
port.on('message', ({ text, kind }: ThreadRequest) => {
  loaded.embed(text, kind).then(
    (vector) => {
      answer({ vector });
    },
    (error: unknown) => {
      answer({ failure: messageOf(error) });
    },
  );
});
