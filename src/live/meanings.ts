import { BoundedMap } from '../domain/bounded-map.ts';
import { withMeaning, withoutMeaning } from '../search/intent/gist.ts';
import type { Reading } from '../search/intent/intent.ts';
import type { CatalogStore } from './catalog-store.ts';
import { fillVectors, useStoredVectors } from './fill-vectors.ts';
import { NewestFirst } from './newest-first.ts';
import type { Log, MeaningModel, VectorStore } from './ports.ts';
import { within } from './within.ts';

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
const maxWaiting = 256;

/** The step that failed. The log has the errors. */
const faults = {
  start:
    'search by meaning cannot start, and search goes by words; the log says why. Correct EMBEDDING_MODEL or set it to "none", then restart the server',
  sentences:
    'the model fails, and search goes by words; the log says why. Restart the server unless this passes',
  services:
    'new services are found only by their words, because their vectors cannot be made or stored; the log says why. Restart the server unless this passes',
};

/** How many sentences to remember the meaning of, about 3 kB each. */
const maxRemembered = 2_000;

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
  /** Once it is loaded. */
  #model: MeaningModel | undefined;
  /** Turns of sentences at the model. */
  #turns = new NewestFirst(1);
  #filling: Promise<void> | undefined;
  /** How many services there are, and how many of them have a vector, as last heard. */
  #counts = { services: 0, withVector: 0 };
  /** Whether services may have changed since the filling last looked for missing vectors. */
  #isBehind = false;
  readonly #failing = new Set<keyof typeof faults>();
  readonly #stopping = new AbortController();
  readonly #remembered = new BoundedMap<Float32Array>(maxRemembered);
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

    const { services, withVector } = this.#counts;
    return withVector < services
      ? `${countText(withVector)} of ${countText(services)} services read`
      : undefined;
  }

  /** Loads the model, then makes the vectors that are missing, now and after every change. Never rejects. */
  async start(): Promise<void> {
    this.#opened = this.#open();
    const opened = await this.#opened;
    if (opened === 'none') return;

    this.#model = opened.model;
    this.#turns = new NewestFirst(opened.model.threads);
    if (this.#stopping.signal.aborted) {
      await this.stop();
      return;
    }
    this.#dependencies.store.onChange(() => {
      this.#fill(opened);
    });
    await this.restore();
  }

  async #open(): Promise<Opened> {
    try {
      return (await this.#dependencies.open()) ?? 'none';
    } catch (error) {
      this.#fails('start', error);
      return 'none';
    }
  }

  /** Gives the search all vectors, and makes those that are missing: at the start, and when the search has lost them. Never rejects. */
  async restore(): Promise<void> {
    const opened = await this.#opened;
    if (opened === undefined || opened === 'none') return;

    const { store } = this.#dependencies;
    try {
      await useStoredVectors(store.search, opened.vectors, opened.model.dimensions);
      store.rankAnew();
      this.#fill(opened);
    } catch (error) {
      this.#fails('services', error);
    }
  }

  /** Ends the model. One that is still loading is ended once it is loaded, which this does not wait for. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#model?.close();
    await this.#filling;
  }

  /** Adds the meaning to a text that was read, if the model answers in time. */
  async add<R extends Reading>(reading: R): Promise<R> {
    if (!reading.gist) return reading;

    const direction = await this.#directionOf(reading.gist.text);
    if (direction === 'none') return withoutMeaning(reading);
    return direction ? withMeaning(reading, direction) : reading;
  }

  /** `none` without a model; undefined where it does not answer now. */
  async #directionOf(text: string): Promise<Float32Array | 'none' | undefined> {
    const known = this.#remembered.get(text);
    if (known) return known;

    const late = new AbortController();
    try {
      return await within(this.#deadlineMs, this.#findOut(text, late.signal));
    } finally {
      late.abort();
    }
  }

  /** Asks the model once it is loaded, unless nobody waits any more by then. */
  async #findOut(text: string, late: AbortSignal): Promise<Float32Array | 'none' | undefined> {
    const opened = await (this.#opened ?? 'none');
    if (opened === 'none') return this.#failing.size === 0 ? 'none' : undefined;

    const asked = this.#asked.get(text);
    if (asked) return asked;
    if (late.aborted || this.#asked.size >= maxWaiting) return undefined;

    const answer = this.#ask(opened.model, text).finally(() => this.#asked.delete(text));
    this.#asked.set(text, answer);
    return answer;
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

  async #catchUp(opened: Exclude<Opened, 'none'>): Promise<void> {
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        await this.#makeMissing(opened);
      }
      this.#failing.delete('services');
    } catch (error) {
      this.#fails('services', error);
    } finally {
      this.#filling = undefined;
    }
  }

  /** A catalog whose services all have a vector ranks as before, so cached answers stay. */
  async #makeMissing({ model, vectors }: Exclude<Opened, 'none'>): Promise<void> {
    const { store } = this.#dependencies;
    const { signal } = this.#stopping;
    const counts = await store.search.meaningCounts();
    let made = 0;
    const done = (): void => {
      made += 1;
      this.#counts = { ...counts, withVector: counts.withVector + made };
    };
    this.#counts = counts;
    try {
      await fillVectors({ search: store.search, model, vectors, done, signal });
    } finally {
      if (made > 0) store.rankAnew();
    }
    this.#counts = await store.search.meaningCounts();
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
