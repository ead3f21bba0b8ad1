import { BoundedMap } from '../domain/bounded-map.ts';
import type { Reading } from '../search/intent/intent.ts';
import { withMeaning } from '../search/intent/gist.ts';
import type { Sentence } from '../search/intent/read-sentence.ts';
import { VectorTable } from '../search/index/vector-table.ts';
import type { CatalogStore } from './catalog-store.ts';
import { fillVectors, useStoredVectors } from './fill-vectors.ts';
import type { Log, MeaningModel, VectorStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'search' | 'onChange'>;
  /** Resolves with undefined when the operator wants words only. Rejects when the model cannot be loaded. */
  readonly open: () => Promise<{ readonly model: MeaningModel; readonly vectors: VectorStore } | undefined>;
  readonly log: Log;
}

/** A sentence whose meaning is not known after this time is answered by its words. */
const deadlineMs = 250;

/** More questions than this would not be told in time. */
const mostWaiting = 16;

/** How many sentences to remember the meaning of, about 3 kB each. */
const mostRemembered = 2_000;

/**
 * Lets the search go by meaning: makes the vectors of services in the background, and those of sentences when they are asked. Until the model is
 * loaded, or when it fails, the search goes by words.
 */
export class Meanings {
  readonly #dependencies: Dependencies;
  #model: MeaningModel | undefined;
  #vectors: VectorStore | undefined;
  #filling: Promise<void> | undefined;
  #failure: string | undefined;
  #isReady = false;
  readonly #stopping = new AbortController();
  readonly #remembered = new BoundedMap<Float32Array>(mostRemembered);
  /** Sentences whose meaning is being found out. */
  readonly #asked = new Map<string, Promise<Float32Array | undefined>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the search goes by words only, although a model was wanted; undefined when it does not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Loads the model, then makes the vectors that are missing, now and after every change. Never rejects. */
  async start(): Promise<void> {
    const { open, store } = this.#dependencies;
    try {
      const opened = await open();
      if (!opened || this.#stopping.signal.aborted) return;

      this.#model = opened.model;
      this.#vectors = opened.vectors;
      await useStoredVectors(store.search, opened.vectors);
      if (!store.search.vectors) store.search.useVectors(new VectorTable(opened.model.dimensions));
      this.#isReady = true;
      store.onChange(() => {
        this.#fill();
      });
      this.#fill();
    } catch (error) {
      this.#fail(error, 'the model for search by meaning cannot be loaded; search goes by words');
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#model?.close();
    await this.#filling;
  }

  /** Reads a text as a sentence; see `Search.readSentence`. */
  readSentence(text: string): Promise<Sentence> {
    return this.#add(this.#dependencies.store.search.readSentence(text));
  }

  /** Reads a text that may be keywords or a sentence; see `Search.understand`. */
  understand(text: string): Promise<Reading> {
    return this.#add(this.#dependencies.store.search.understand(text));
  }

  async #add<R extends Reading>(reading: R): Promise<R> {
    if (!reading.gist) return reading;

    const direction = await this.#directionOf(reading.gist.text);
    return direction ? withMeaning(reading, direction) : reading;
  }

  async #directionOf(text: string): Promise<Float32Array | undefined> {
    const model = this.#isReady ? this.#model : undefined;
    const known = this.#remembered.get(text);
    if (known || !model) return known;

    const isFull = this.#asked.size >= mostWaiting;
    const asked = this.#asked.get(text) ?? (isFull ? undefined : this.#ask(model, text));
    if (!asked) return undefined;

    this.#asked.set(text, asked);
    return inTime(asked);
  }

  /** Resolves with undefined when the model fails. */
  async #ask(model: MeaningModel, text: string): Promise<Float32Array | undefined> {
    try {
      const vector = await model.embed(text, 'question');
      this.#remembered.set(text, vector);
      return vector;
    } catch (error) {
      this.#fail(error, 'the model failed on a sentence; search goes by words');
      return undefined;
    } finally {
      this.#asked.delete(text);
    }
  }

  #fill(): void {
    this.#filling ??= this.#fillNow().finally(() => {
      this.#filling = undefined;
    });
  }

  async #fillNow(): Promise<void> {
    const { store } = this.#dependencies;
    const [model, vectors] = [this.#model, this.#vectors];
    if (!model || !vectors) return;

    try {
      await fillVectors({ search: () => store.search, model, vectors, signal: this.#stopping.signal });
    } catch (error) {
      this.#fail(error, 'the vectors of new services cannot be made; they are found by their words');
    }
  }

  #fail(error: unknown, message: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#failure = message;
    this.#dependencies.log.warn({ error }, message);
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
