import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ModelThreads } from '../../../../src/adapters/embedding/model-threads.ts';
import { runProgram } from '../../../support/programs.ts';

const packaged = { model: undefined, cacheDir: '' };

/** The packaged model in this many threads, and the threads. */
async function aModel(count = 1): Promise<{ model: ModelThreads; workers: Worker[] }> {
  const workers: Worker[] = [];
  const collect = (worker: Worker): void => void workers.push(worker);
  process.on('worker', collect);
  const model = await ModelThreads.start(packaged, count).finally(() => process.off('worker', collect));
  onTestFinished(() => model.close());

  return { model, workers };
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * (b[i] ?? 0), 0);
}

describe('the packaged model', () => {
  let model: ModelThreads;

  beforeAll(async () => {
    model = await ModelThreads.start(packaged, 1);
  });

  afterAll(() => model.close());

  it('gives unit vectors, also of texts without words and of long ones', async () => {
    for (const text of ['rain', '', '🌧 日本', '\0\uD800', 'rain on the roof '.repeat(1_000)]) {
      const vector = await model.embed(text, 'service');
      expect(vector).toHaveLength(model.dimensions);
      expect(Math.hypot(...vector), text).toBeCloseTo(1, 5);
    }
  });

  it('puts texts of one meaning near each other, with no word in common', async () => {
    const embed = (text: string): Promise<Float32Array> => model.embed(text, 'question');
    const pairs = [
      ['will it rain tomorrow', 'weather forecast'],
      ['turn speech into text', 'audio transcription'],
      ['how much is my house worth', 'real estate valuation'],
    ] as const;

    const asked = await Promise.all(pairs.map(([question]) => embed(question)));
    const offered = await Promise.all(pairs.map(([, service]) => embed(service)));
    for (const [i, question] of asked.entries()) {
      const cosines = offered.map((service) => cosine(question, service));
      expect(cosines.indexOf(Math.max(...cosines)), pairs[i]?.[0]).toBe(i);
    }
  });

  it('answers questions before services that wait', async () => {
    const answered: string[] = [];
    const ask = (text: string, kind: 'question' | 'service'): Promise<unknown> =>
      model.embed(text, kind).then(() => answered.push(text));

    await Promise.all([
      ask('in work', 'service'),
      ask('waits', 'service'),
      ask('waits longer', 'service'),
      ask('asked', 'question'),
      ask('asked later', 'question'),
    ]);
    expect(answered).toEqual(['in work', 'asked', 'asked later', 'waits', 'waits longer']);
  });
});

describe('a model in threads', () => {
  it('gives the same vector in every thread, and rejects everything once one of them has died', async () => {
    const { model, workers } = await aModel(2);
    const vectors = await Promise.all(Array.from({ length: 6 }, () => model.embed('rain radar', 'service')));
    for (const vector of vectors) expect(vector).toEqual(vectors[0]);

    await workers[0]?.terminate();
    const reason = 'a thread of the model ended with code';
    await expect(model.embed('later', 'question')).rejects.toThrow(reason);
    await expect(model.embed('later', 'service')).rejects.toThrow(reason);
  });

  it('rejects what waits when its thread dies, with the reason', async () => {
    const { model, workers } = await aModel();
    const waiting = (['service', 'service', 'question'] as const).map((kind) => model.embed('a', kind));
    const settled = Promise.allSettled(waiting);
    await workers[0]?.terminate();

    const reason = expect.stringContaining('a thread of the model ended with code') as string;
    expect((await settled).slice(1)).toMatchObject([
      { status: 'rejected', reason: { message: reason } },
      { status: 'rejected', reason: { message: reason } },
    ]);
  });

  it('rejects what waits when it is closed, and can be closed again', async () => {
    const { model } = await aModel();
    const waiting = expect(model.embed('a', 'service')).rejects.toThrow('the model is closed');
    await model.close();

    await waiting;
    await expect(model.embed('b', 'question')).rejects.toThrow('the model is closed');
    await expect(model.close()).resolves.toBeUndefined();
  });

  it('says why it cannot be loaded', async () => {
    const data = { model: 'acme/multilingual', cacheDir: '' };

    await expect(ModelThreads.start(data, 2)).rejects.toThrow(
      'EMBEDDING_MODEL needs the package @huggingface/transformers, which cannot be loaded',
    );
  });

  it('says that a thread died while it was loading', async () => {
    process.once('worker', (worker) => void worker.terminate());

    await expect(ModelThreads.start(packaged, 1)).rejects.toThrow('a thread of the model ended');
  });

  it('notices a thread that dies while another is still loading', async () => {
    let hasFailed = false;
    const failFirst = (worker: Worker): void => {
      worker.once('message', () => {
        // As after an error that the thread did not catch.
        if (!hasFailed) worker.emit('error', new Error('out of memory'));
        hasFailed = true;
      });
    };
    process.on('worker', failFirst);
    onTestFinished(() => void process.off('worker', failFirst));

    await expect(ModelThreads.start(packaged, 2)).rejects.toThrow('out of memory');
  });

  it('keeps no process alive while it is idle, and one that waits for an answer until it has it', async () => {
    const [idle, busy] = await Promise.all([runProgram('embed', []), runProgram('embed', ['a', 'b', 'c'])]);

    expect(idle).toMatchObject({ code: 0, stdout: 'loaded\n', stderr: '' });
    expect(busy).toMatchObject({ code: 0, stdout: 'loaded\n384\n384\n384\n', stderr: '' });
  });
});
