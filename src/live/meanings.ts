import { BoundedMap } from '../domain/bounded-map.ts';
import { withMeaning } from '../search/intent/gist.ts';
import type { Reading } from '../search/intent/intent.ts';
import type { CatalogStore } from './catalog-store.ts';
import { fillVectors, useStoredVectors } from './fill-vectors.ts';
import { NewestFirst } from './newest-first.ts';
import type { Log, MeaningModel, VectorStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'search' | 'onChange' | 'rankAnew'>;
  /** Resolves with undefined when the operator wants words only. Rejects when the model cannot be loaded. */
  readonly open: () => Promise<{ readonly model: MeaningModel; readonly vectors: VectorStore } | undefined>;
  readonly log: Log;
  /** A sentence whose meaning is not known after this time, in milliseconds, is answered by its words. */
  readonly deadlineMs?: number;
}

const defaultDeadlineMs = 2_000;

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

/** The model and the vectors in use; `none` where the operator wants words only. */
type Opened = { readonly model: MeaningModel; readonly vectors: VectorStore } | 'none';

/**
 * Lets the search go by meaning: makes the vectors of services in the background, and those of sentences when they are asked. When the model
 * fails, the search goes by words.
 */
export class Meanings {
  readonly #dependencies: Dependencies;
  readonly #deadlineMs: number;
  /** Undefined before the start. */
  #opened: Promise<Opened> | undefined;
  /** Turns of sentences at the model. */
  #turns = new NewestFirst(1);
  #filling: Promise<void> | undefined;
  /** How many services there are, and how many of them have a vector, as last heard. */
  #told = { services: 0, told: 0 };
  /** Whether services may have changed since the filling last looked for missing vectors. */
  #isBehind = false;
  readonly #failing = new Set<keyof typeof faults>();
  readonly #stopping = new AbortController();
  readonly #remembered = new BoundedMap<Float32Array>(mostRemembered);
  /** Sentences whose meaning is being found out. */
  readonly #asked = new Map<string, Promise<Float32Array | undefined>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#deadlineMs = dependencies.deadlineMs ?? defaultDeadlineMs;
  }

  /**
   * Why the search goes by words, although a model is wanted, and what the operator can do; or how many services have a vector, while that is not
   * all of them. Undefined while nothing is amiss.
   */
  get failure(): string | undefined {
    const [part] = this.#failing;
    if (part) return faults[part];

    const { services, told } = this.#told;
    return told < services ? `${countText(told)} of ${countText(services)} services read` : undefined;
  }

  /** Loads the model, then makes the vectors that are missing, now and after every change. Never rejects. */
  async start(): Promise<void> {
    const { store } = this.#dependencies;
    this.#opened = this.#open();
    try {
      const opened = await this.#opened;
      if (opened === 'none') return;

      this.#turns = new NewestFirst(opened.model.threads);
      if (this.#stopping.signal.aborted) {
        await this.stop();
        return;
      }
      store.onChange(() => {
        this.#fill(opened);
      });
      await this.restore();
    } catch (error) {
      this.#fails('services', error);
    }
  }

  async #open(): Promise<Opened> {
    try {
      return (await this.#dependencies.open()) ?? 'none';
    } catch (error) {
      this.#fails('start', error);
      return 'none';
    }
  }

  /** Gives the search all vectors, and makes those that are missing: at the start, and when the search has lost them. */
  async restore(): Promise<void> {
    const opened = await this.#opened;
    if (opened === undefined || opened === 'none') return;

    await useStoredVectors(this.#dependencies.store.search, opened.vectors);
    this.#fill(opened);
  }

  /** Ends the model. One that is still loading is ended once it is loaded, which this does not wait for. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const opened = this.#opened && (await inTime(this.#opened, 0));
    if (opened && opened !== 'none') await opened.model.close();
    await this.#filling;
  }

  /** Adds its meaning to a text that was read, where that can be told in time. */
  async add<R extends Reading>(reading: R): Promise<R> {
    if (!reading.gist) return reading;

    const direction = await this.#directionOf(reading.gist.text);
    if (direction === 'none') return { ...reading, gist: undefined };
    return direction ? withMeaning(reading, direction) : reading;
  }

  /** `none` where nobody tells meanings; undefined where this one cannot be told now. */
  async #directionOf(text: string): Promise<Float32Array | 'none' | undefined> {
    const known = this.#remembered.get(text);
    if (known) return known;

    const asked = this.#asked.get(text);
    if (asked) return inTime(asked, this.#deadlineMs);
    const opened = this.#opened ? await inTime(this.#opened, this.#deadlineMs) : 'none';
    if (opened === 'none' && this.#failing.size === 0) return 'none';
    if (opened === undefined || opened === 'none' || this.#asked.size >= mostWaiting) return undefined;

    const answer = this.#ask(opened.model, text).finally(() => this.#asked.delete(text));
    this.#asked.set(text, answer);
    return inTime(answer, this.#deadlineMs);
  }

  /** Resolves with undefined when the model fails, or has no time. */
  async #ask(model: MeaningModel, text: string): Promise<Float32Array | undefined> {
    if (!(await this.#turns.wait(this.#deadlineMs))) return undefined;

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

  #fill(opened: Exclude<Opened, 'none'>): void {
    this.#isBehind = true;
    this.#filling ??= this.#catchUp(opened);
  }

  async #catchUp({ model, vectors }: Exclude<Opened, 'none'>): Promise<void> {
    const { store } = this.#dependencies;
    const { signal } = this.#stopping;
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        this.#told = await store.search.told();
        const done = (): void => void (this.#told.told += 1);
        await fillVectors({ search: () => store.search, model, vectors, done, signal });
        if (this.#told.told > 0) store.rankAnew();
        this.#told = await store.search.told();
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

function countText(count: number): string {
  return count.toLocaleString('en');
}

/** The result, or undefined when it takes longer than that. */
async function inTime<Result>(result: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
