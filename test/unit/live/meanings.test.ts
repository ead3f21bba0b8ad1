import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Meanings } from '../../../src/live/meanings.ts';
import { openModel } from '../../../src/open/model.ts';
import type { IntentAnswer } from '../../../src/search/search.ts';
import { anEntry, aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { soon } from '../../support/soon.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { MemoryVectors, TestModel } from '../../support/test-model.ts';

const umbrella = aService({
  name: 'Umbrella',
  description: 'Says whether to take an umbrella.',
  endpoint: 'https://umbrella.example.com',
});
const translator = aService({
  name: 'Translator',
  description: 'Translates text.',
  endpoint: 'https://words.example.com',
});

/** How long a reader waits for the meaning of a sentence, in milliseconds. */
const deadline = 250;

let catalog: LiveCatalog;
let model: TestModel;
let vectors: MemoryVectors;
let meanings: Meanings;

beforeEach(() => {
  // No deadline passes unless the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  catalog = aLiveCatalog([umbrella, translator]);
  model = new TestModel();
  vectors = new MemoryVectors();
  meanings = meaningsOf(async () => ({ model, vectors }));
});

afterEach(async () => {
  await meanings.stop();
  vi.useRealTimers();
});

function meaningsOf(open: ConstructorParameters<typeof Meanings>[0]['open']): Meanings {
  return new Meanings({ store: catalog.store, open, log: catalog.log, deadlineMs: deadline });
}

async function answerTo(text: string): Promise<IntentAnswer> {
  return catalog.store.search.intent(await meanings.add(await catalog.store.search.readSentence(text)), {
    limit: 10,
    offset: 0,
  });
}

const by = async (text: string): Promise<IntentAnswer['by']> => (await answerTo(text)).by;
const namesFor = async (text: string): Promise<string[]> =>
  (await answerTo(text)).hits.map(({ entry }) => entry.declared.name);

/** What the model was asked that is no text of a service. */
const questions = (): string[] => model.asked.filter((text) => !/Umbrella\.|Translator\./.test(text));

async function filled(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await catalog.store.search.missingVectors(1)).toEqual([]);
  }, soon);
}

describe('a search by meaning', () => {
  it('finds services that share no word with the sentence', async () => {
    expect(await namesFor('will I get wet in the rain')).toEqual([]);
    await meanings.start();
    await filled();

    expect(await answerTo('will I get wet in the rain')).toMatchObject({
      by: ['words', 'meaning'],
      isComplete: true,
    });
    expect((await namesFor('will I get wet in the rain'))[0]).toBe('Umbrella');
    expect(meanings.failure).toBeUndefined();
  });

  it('goes by the meaning of keywords that are a sentence on pages, too', async () => {
    await meanings.start();

    expect(
      (await meanings.add(await catalog.store.search.understand('what tells me about rain'))).wanted?.meaning,
    ).toBeDefined();
  });

  it('gives new services vectors in the background', async () => {
    await meanings.start();
    await filled();
    const { store } = catalog;
    const parasol = aService({
      name: 'Parasol',
      description: 'For rain too.',
      endpoint: 'https://p.example.com',
    });
    await store.publish({ put: [parasol], removed: [], buried: [] }, store.snapshot.version);

    await filled();
    expect((await namesFor('will I get wet')).length).toBeGreaterThan(0);
    expect(vectors.keys).toHaveLength(3);
  });

  it('misses no service of two changes at once', async () => {
    await meanings.start();
    await filled();
    const { store } = catalog;
    const added = aService({ name: 'Added', endpoint: 'https://added.example.com' });

    void store.publish({ put: [], removed: [translator.id], buried: [] }, store.snapshot.version);
    void store.publish({ put: [added], removed: [], buried: [] }, store.snapshot.version);
    await filled();
    expect(vectors.keys).toHaveLength(3);
  });

  it('asks the model nothing for a sentence of demands alone', async () => {
    await meanings.start();

    expect(await by('verified, under $1')).toEqual(['words']);
    expect(questions()).toEqual([]);
  });

  it('asks the model for a sentence once, also when it comes again at the same time', async () => {
    await meanings.start();
    await filled();
    model.pause();
    const answers = [by('will it rain'), by('will it rain'), by('Will it rain?')];
    model.goOn();

    for (const answer of answers) expect(await answer).toEqual(['words', 'meaning']);
    expect(await by('will it rain')).toEqual(['words', 'meaning']);
    expect(questions()).toHaveLength(1);
  });
});

describe('a sentence that comes while the model loads', () => {
  /** Starts with a model that loads until it is given. */
  function startLoading() {
    const { promise, resolve } = Promise.withResolvers<{ model: TestModel; vectors: MemoryVectors }>();
    meanings = meaningsOf(() => promise);
    const started = meanings.start();

    return {
      load: async (): Promise<void> => {
        resolve({ model, vectors });
        await started;
        await filled();
      },
    };
  }

  it('waits for it', async () => {
    for (const { key } of await catalog.store.search.missingVectors(2)) {
      await vectors.append([{ key, vector: Int8Array.of(127, 0) }]);
    }
    const { load } = startLoading();
    const waiting = by('an umbrella for the rain');

    await load();
    expect(await waiting).toEqual(['words', 'meaning']);
  });

  it('is answered by its words after the deadline, which is not the last word, and is not asked of the model then', async () => {
    const { load } = startLoading();
    const late = answerTo('an umbrella for the rain');
    await vi.advanceTimersByTimeAsync(deadline);

    expect(await late).toMatchObject({ by: ['words'], isComplete: false });
    await load();
    expect(questions()).toEqual([]);
    expect(await answerTo('an umbrella for the rain')).toMatchObject({
      by: ['words', 'meaning'],
      isComplete: true,
    });
  });
});

describe('services that are not read yet', () => {
  it('are counted, and leave answers incomplete, until all are read', async () => {
    await meanings.start();
    await filled();
    const { store } = catalog;
    model.pause();
    const added = aService({ name: 'Added', endpoint: 'https://added.example.com' });
    await store.publish({ put: [added], removed: [], buried: [] }, store.snapshot.version);

    await vi.waitFor(() => {
      expect(meanings.failure).toBe('2 of 3 services read');
    }, soon);
    model.goOn();
    await vi.waitFor(() => {
      expect(meanings.failure).toBeUndefined();
    }, soon);
    expect((await answerTo('an umbrella for the rain')).isComplete).toBe(true);
  });

  it('leave what is known of a sentence incomplete', async () => {
    await meanings.start();
    await filled();
    expect((await answerTo('an umbrella for the rain')).isComplete).toBe(true);
    const { store } = catalog;
    const many = Array.from({ length: 18 }, (_, i) =>
      aService({ name: 'Same', endpoint: `https://same-${String(i)}.example.com` }),
    );
    await store.publish({ put: many, removed: [], buried: [] }, store.snapshot.version);
    await filled();

    model.pause();
    const added = aService({ name: 'Added', endpoint: 'https://added.example.com' });
    await store.publish({ put: [added], removed: [], buried: [] }, store.snapshot.version);
    expect(await answerTo('an umbrella for the rain')).toMatchObject({
      by: ['words', 'meaning'],
      isComplete: false,
    });
    model.goOn();
    await filled();
  });
});

describe('cached answers', () => {
  it('are made again after vectors were made, and stay while none is missing', async () => {
    const { store } = catalog;
    await meanings.start();
    await filled();
    const rankAnew = vi.spyOn(store, 'rankAnew');
    const told = vi.spyOn(store.search, 'meaningCounts');

    await store.publish({ put: [], removed: [translator.id], buried: [] }, store.snapshot.version);
    await vi.waitFor(() => {
      expect(told).toHaveBeenCalledTimes(2);
    }, soon);
    expect(rankAnew).not.toHaveBeenCalled();

    const added = aService({ name: 'Added', endpoint: 'https://added.example.com' });
    await store.publish({ put: [added], removed: [], buried: [] }, store.snapshot.version);
    const { lists } = store;
    await vi.waitFor(() => {
      expect(rankAnew).toHaveBeenCalledOnce();
    }, soon);
    expect(store.lists).not.toBe(lists);
  });
});

describe('a sentence is answered by its words', () => {
  it('where no model is wanted, which is no failure', async () => {
    meanings = meaningsOf(async () => undefined);
    await meanings.start();

    expect(await answerTo('an umbrella for the rain')).toMatchObject({ by: ['words'], isComplete: true });
    expect(meanings.failure).toBeUndefined();
    expect(catalog.log.lines).toEqual([]);
  });

  it('when the model cannot be loaded, and the operator learns the cure', async () => {
    const dataDir = await temporaryFolder();
    meanings = meaningsOf(() => openModel({ embeddingModel: 'acme/multilingual', dataDir }, 1));
    await meanings.start();

    expect(await by('an umbrella for the rain')).toEqual(['words']);
    expect(meanings.failure).toBe(
      'search by meaning cannot start, and search goes by words; the log says why. Correct EMBEDDING_MODEL or set it to "none", then restart the server',
    );
    expect(catalog.log.lines).toMatchObject([
      {
        level: 'warn',
        facts: { error: { message: expect.stringContaining('@huggingface/transformers') as string } },
      },
    ]);
  });

  it('when the model takes too long, and by its meaning once that is known', async () => {
    await meanings.start();
    await filled();
    model.pause();
    const late = by('an umbrella for the rain');
    await vi.advanceTimersByTimeAsync(deadline);
    expect(await late).toEqual(['words']);
    expect(meanings.failure).toBeUndefined();

    model.goOn();
    expect(await by('an umbrella for the rain')).toEqual(['words', 'meaning']);
    expect(questions()).toHaveLength(1);
  });

  it('when the model has no time for it', async () => {
    await meanings.start();
    await filled();
    model.pause();
    const waiting = Array.from({ length: 100 }, (_, i) => by(`rain number ${'x'.repeat(i)}`));

    await vi.advanceTimersByTimeAsync(deadline);
    for (const answer of waiting) expect(await answer).toEqual(['words']);
    // The model is not asked what nobody waits for any more.
    expect(questions()).toHaveLength(1);
    model.goOn();
    expect(await by('the rain that comes after them')).toEqual(['words', 'meaning']);
  });

  it('when the model fails, which is logged once and is over when it works again', async () => {
    await meanings.start();
    await filled();
    model.failure = new Error('out of memory');
    expect(await by('rain')).toEqual(['words']);
    expect(await by('an umbrella for the rain')).toEqual(['words']);
    expect(await by('an umbrella for tomorrow')).toEqual(['words']);
    expect(meanings.failure).toBe(
      'the model fails, and search goes by words; the log says why. Restart the server unless this passes',
    );
    expect(catalog.log.lines).toMatchObject([{ level: 'warn', facts: { error: model.failure } }]);

    model.failure = undefined;
    expect(await by('an umbrella for the rain')).toEqual(['words', 'meaning']);
    expect(meanings.failure).toBeUndefined();
  });
});

describe('vectors that cannot be stored', () => {
  it('are a failure until the next ones can', async () => {
    vectors.failure = new Error('the disk is full');
    await meanings.start();
    await vi.waitFor(() => {
      expect(meanings.failure).toMatch(/^new services are found only by their words, .*; the log says why\./);
    }, soon);
    expect(await by('an umbrella for the rain')).toEqual(['words', 'meaning']);

    vectors.failure = undefined;
    const { store } = catalog;
    const { declared } = anEntry({ name: 'Newcomer', endpoint: 'https://new.example.com' });
    await store.publish({ put: [declared], removed: [], buried: [] }, store.snapshot.version);
    await vi.waitFor(() => {
      expect(meanings.failure).toBeUndefined();
    }, soon);
  });
});

describe('stopping a search by meaning', () => {
  it('ends the model, and what it was asked', async () => {
    model.pause();
    await meanings.start();
    const asked = by('an umbrella for the rain');
    await meanings.stop();

    expect(model.isClosed).toBe(true);
    expect(await asked).toEqual(['words']);
    expect(await by('another umbrella for the rain')).toEqual(['words']);
    expect(vectors.keys).toEqual([]);
    expect(catalog.log.lines).toEqual([]);
  });

  it('does not wait for a model that loads, and ends it once it is loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<{ model: TestModel; vectors: MemoryVectors }>();
    meanings = meaningsOf(() => promise);
    const starting = meanings.start();
    await meanings.stop();
    expect(model.isClosed).toBe(false);

    resolve({ model, vectors });
    await starting;
    expect(model.isClosed).toBe(true);
    expect(model.asked).toEqual([]);
    expect(catalog.log.lines).toEqual([]);
  });

  it('is silent about a model that then cannot be loaded', async () => {
    const { promise, reject } = Promise.withResolvers<undefined>();
    meanings = meaningsOf(() => promise);
    const starting = meanings.start();
    await meanings.stop();
    reject(new Error('the thread has ended'));

    await starting;
    expect(catalog.log.lines).toEqual([]);
  });
});

describe('the packaged model', () => {
  it('finds services by what they mean, and finds their vectors again', async () => {
    const dataDir = await temporaryFolder();
    const open = () => openModel({ embeddingModel: undefined, dataDir }, 1);
    meanings = meaningsOf(open);
    await meanings.start();
    await filled();
    expect((await namesFor('shall I expect showers'))[0]).toBe('Umbrella');
    await meanings.stop();

    catalog = aLiveCatalog([umbrella, translator]);
    const asked: string[] = [];
    meanings = meaningsOf(async () => {
      const opened = await open();
      if (!opened) return undefined;

      const embed = (text: string, kind: 'question' | 'service') => {
        asked.push(kind);
        return opened.model.embed(text, kind);
      };
      return { ...opened, model: { ...opened.model, embed } };
    });
    onTestFinished(() => meanings.stop());
    await meanings.start();
    expect((await namesFor('shall I expect showers'))[0]).toBe('Umbrella');
    expect(asked).toEqual(['question']);
  });
});
