import type { KeyedVector, TextKind } from '../../src/domain/meaning.ts';
import type { MeaningModel, VectorStore } from '../../src/live/ports.ts';

/** A model that answers at once, unless the test lets it wait or fail. It knows what rain is; everything else means something else. */
export class TestModel implements MeaningModel {
  readonly name = 'test';
  readonly dimensions: number;
  readonly threads = 1;
  /** The texts it was asked, in order. */
  readonly asked: string[] = [];
  failure: Error | undefined;
  isClosed = false;
  #pause: PromiseWithResolvers<undefined> | undefined;

  constructor(dimensions = 2) {
    this.dimensions = dimensions;
  }

  /** Lets all answers wait for `goOn`. */
  pause(): void {
    this.#pause = Promise.withResolvers();
  }

  goOn(): void {
    this.#pause?.resolve(undefined);
    this.#pause = undefined;
  }

  async embed(text: string, _kind: TextKind): Promise<Float32Array> {
    this.asked.push(text);
    await this.#pause?.promise;
    if (this.failure) throw this.failure;

    const vector = new Float32Array(this.dimensions);
    vector[/rain|umbrella/i.test(text) ? 0 : 1] = 1;
    return vector;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.failure = new Error('the model is closed');
    this.goOn();
  }
}

/** Stores vectors in memory, in the portions in which they came. */
export class MemoryVectors implements VectorStore {
  portions: (readonly KeyedVector[])[] = [];
  failure: Error | undefined;

  async *read(): AsyncGenerator<readonly KeyedVector[]> {
    yield* this.portions;
  }

  async append(vectors: readonly KeyedVector[]): Promise<void> {
    if (this.failure) throw this.failure;
    this.portions.push(vectors.map(({ key, vector }) => ({ key, vector })));
  }

  async replace(vectors: readonly KeyedVector[]): Promise<void> {
    this.portions = [vectors];
  }

  get keys(): number[] {
    return this.portions.flat().map(({ key }) => key);
  }
}
