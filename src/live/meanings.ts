import { BoundedMap } from '../domain/bounded-map.ts';
import type { Reading } from '../search/intent/intent.ts';
import { withMeaning } from '../search/intent/gist.ts';
import type { CatalogStore } from './catalog-store.ts';
import { fillVectors, useStoredVectors } from './fill-vectors.ts';
import { NewestFirst } from './newest-first.ts';
import type { Log, MeaningModel, VectorStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'search' | 'onChange'>;
  /** Resolves with undefined when the operator wants words only. Rejects when the model cannot be loaded. */
  readonly open: () => Promise<{ readonly model: MeaningModel; readonly vectors: VectorStore } | undefined>;
  readonly log: Log;
}

/** A sentence whose meaning is not known after this time is answered by its words. */
const deadlineMs = 250;

/** More sentences than this do not wait for the model. */
const mostWaiting = 256;

/** What can fail. The log has the errors. */
const faults = {
  start:
    'search by meaning cannot start, and search goes by words; the log says why. Correct EMBEDDING_MODEL or set it to "none", then restart the server',
  sentences:
    'the model fails, and search goes by words; the log says why. Restart the server unless this passes',
  services:
    'new services are found only by their words, because their vectors cannot be made or stored; the log says why. Restart the server unless this passes',
};

/** How many sentences to remember the meaning of, about 3 kB each. */
const mostRemembered = 2_000;

/**
 * Lets the search go by meaning: makes the vectors of services in the background, and those of sentences when they are asked. Until the model is
 * loaded, or when it fails, the search goes by words.
 */
export class Meanings {
  readonly #dependencies: Dependencies;
  #model: MeaningModel | undefined;
  /** Turns of sentences at the model. */
  #turns = new NewestFirst(1);
  #isReady = false;
  #filling: Promise<void> | undefined;
  /** Whether services may have changed since the filling last looked for missing vectors. */
  #isBehind = false;
  readonly #failing = new Set<keyof typeof faults>();
  readonly #stopping = new AbortController();
  readonly #remembered = new BoundedMap<Float32Array>(mostRemembered);
  /** Sentences whose meaning is being found out. */
  readonly #asked = new Map<string, Promise<Float32Array | undefined>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the search goes by words, although a model is wanted, and what the operator can do; undefined while nothing fails. */
  get failure(): string | undefined {
    const [part] = this.#failing;

    return part && faults[part];
  }

  /** Loads the model, then makes the vectors that are missing, now and after every change. Never rejects. */
  async start(): Promise<void> {
    const { open, store } = this.#dependencies;
    try {
      const opened = await open();
      if (!opened) return;

      const { model, vectors } = opened;
      this.#model = model;
      this.#turns = new NewestFirst(model.threads);
      if (this.#stopping.signal.aborted) {
        await this.stop();
        return;
      }
      await useStoredVectors(store.search, vectors);
      store.onChange(() => {
        this.#fill(model, vectors);
      });
      this.#fill(model, vectors);
      this.#isReady = true;
    } catch (error) {
      this.#fails('start', error);
    }
  }

  /** Ends the model. One that is still loading is ended once it is loaded, which this does not wait for. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#model?.close();
    await this.#filling;
  }

  /** Adds its meaning to a text that was read, where that can be told in time. */
  async add<R extends Reading>(reading: R): Promise<R> {
    if (!reading.gist) return reading;

    const direction = await this.#directionOf(reading.gist.text);
    return direction ? withMeaning(reading, direction) : reading;
  }

  /** Adds its meaning to a text that was read, if it is known already. */
  addKnown<R extends Reading>(reading: R): R {
    const direction = reading.gist && this.#remembered.get(reading.gist.text);

    return direction ? withMeaning(reading, direction) : reading;
  }

  async #directionOf(text: string): Promise<Float32Array | undefined> {
    const model = this.#isReady ? this.#model : undefined;
    const known = this.#remembered.get(text);
    if (known || !model) return known;

    const asked = this.#asked.get(text);
    if (asked) return inTime(asked);
    if (this.#asked.size >= mostWaiting) return undefined;

    const answer = this.#ask(model, text).finally(() => this.#asked.delete(text));
    this.#asked.set(text, answer);
    return inTime(answer);
  }

  /** Resolves with undefined when the model fails, or has no time. */
  async #ask(model: MeaningModel, text: string): Promise<Float32Array | undefined> {
    if (!(await this.#turns.wait(deadlineMs))) return undefined;

    try {
      const vector = await model.embed(text, 'question');
      this.#remembered.set(text, vector);
      this.#failing.delete('sentences');
      return vector;
    } catch (error) {
      this.#fails('sentences', error);
      return undefined;
    } finally {
      this.#turns.end();
    }
  }

  #fill(model: MeaningModel, vectors: VectorStore): void {
    this.#isBehind = true;
    this.#filling ??= this.#catchUp(model, vectors);
  }

  async #catchUp(model: MeaningModel, vectors: VectorStore): Promise<void> {
    const { store } = this.#dependencies;
    const { signal } = this.#stopping;
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        await fillVectors({ search: () => store.search, model, vectors, signal });
      }
      this.#failing.delete('services');
    } catch (error) {
      this.#fails('services', error);
    } finally {
      this.#filling = undefined;
    }
  }

  /** Logs the first of the failures in a row: each later sentence may fail for the same reason. */
  #fails(part: keyof typeof faults, error: unknown): void {
    if (this.#stopping.signal.aborted || this.#failing.has(part)) return;

    this.#failing.add(part);
    this.#dependencies.log.warn({ error }, faults[part]);
  }
}

/** The result, or undefined when it takes longer than a reader should wait. */
async function inTime<Result>(result: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, deadlineMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
