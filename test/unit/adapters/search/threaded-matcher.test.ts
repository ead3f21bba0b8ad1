import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ThreadedMatcher } from '../../../../src/adapters/search/threaded-matcher.ts';
import { SearchUnavailable } from '../../../../src/domain/unavailable.ts';
import { askedHere } from '../../../../src/search/asked.ts';
import { type DocumentChange, Matcher, type SearchedDocument } from '../../../../src/search/matcher.ts';
import { MemoryLog } from '../../../fixtures/memory-log.ts';
import { soon, testTimeoutMs } from '../../../support/soon.ts';

const odd = new URL('../../../fixtures/odd-matcher-thread.ts', import.meta.url);
const nothing: DocumentChange = { put: [], removed: [] };

function aMatcher(settings: Partial<ConstructorParameters<typeof ThreadedMatcher>[0]> = {}): ThreadedMatcher {
  const matcher = new ThreadedMatcher({
    log: new MemoryLog(),
    pauseMs: 0,
    maxMs: testTimeoutMs,
    ...settings,
  });
  onTestFinished(() => matcher.close());
  return matcher;
}

/** Lets no time pass unless the test says so. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

function document(place: number, name: string): SearchedDocument {
  return {
    place,
    name,
    description: 'A service.',
    host: 'a.example.com',
    path: '',
    category: 'Weather',
    categoryId: 'w',
  };
}

describe('a matcher in a thread', () => {
  const facts = { chains: ['base'], categories: [] };
  const change: DocumentChange = { put: [document(0, 'Rain'), document(1, 'Rain Radar')], removed: [] };

  it('answers what one in the same thread does, and knows each change that was made before the question', async () => {
    const [threaded, here] = [aMatcher().asked, askedHere(new Matcher())];
    for (const matcher of [threaded, here]) void matcher.update(change);
    const wanted = await threaded.readKeywords('rain', facts);

    expect(wanted).toEqual(await here.readKeywords('rain', facts));
    expect(await threaded.match(wanted)).toEqual(await here.match(wanted));
    expect(await threaded.readSentence('rain on base', facts)).toEqual(
      await here.readSentence('rain on base', facts),
    );
    expect(await threaded.missingVectors(9)).toEqual(await here.missingVectors(9));

    void threaded.update({ put: [], removed: [0] });
    expect((await threaded.match(wanted)).places).toEqual(Uint32Array.of(1));
  });

  it('answers in the order of the questions', async () => {
    const { asked } = aMatcher({ module: odd });
    const answered: string[] = [];

    await Promise.all(
      ['a', 'b', 'c'].map(async (beginning) => {
        answered.push(...(await asked.wordsFrom(beginning, 1)).map(({ word }) => word));
      }),
    );
    expect(answered).toEqual(['a', 'b', 'c']);
  });

  it('passes on what a question failed with, and goes on', async () => {
    const { asked } = aMatcher({ module: odd });

    await expect(asked.wordsFrom('fault', 1)).rejects.toThrow('a bug');
    expect(await asked.wordsFrom('rain', 1)).toEqual([{ word: 'rain', count: 1 }]);
  });

  it('refuses a question that gets no answer in time, and answers the next one', async () => {
    stopTime();
    const matcher = aMatcher({ module: odd, maxMs: 5_000 });
    const silence = matcher.asked.wordsFrom('silence', 1);
    const refused = expect(silence).rejects.toThrow(
      new SearchUnavailable('the search gave no answer within 5000 ms'),
    );

    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    expect(await matcher.asked.wordsFrom('rain', 1)).toEqual([{ word: 'rain', count: 1 }]);
  });

  it('is replaced when it hangs', async () => {
    stopTime();
    const matcher = aMatcher({ module: odd, maxMs: 5_000, hungMs: 0 });
    const restarted = vi.fn();
    matcher.onRestart(restarted);
    const refused = expect(matcher.asked.wordsFrom('silence', 1)).rejects.toThrow(SearchUnavailable);
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;

    await vi.waitFor(() => {
      expect(restarted).toHaveBeenCalledOnce();
    }, soon);
    expect(await matcher.asked.wordsFrom('rain', 1)).toEqual([{ word: 'rain', count: 1 }]);
  });

  it('does not work on a question that nobody waits for any more', async () => {
    stopTime();
    const matcher = aMatcher({ maxMs: 0 });
    const refused = expect(matcher.asked.meaningCounts()).rejects.toThrow(SearchUnavailable);

    await matcher.asked.missingVectors(1);
    await vi.advanceTimersByTimeAsync(0);
    await refused;
  });

  it('refuses everything once it is closed, and what waits then', async () => {
    const matcher = aMatcher({ module: odd });
    const waiting = expect(matcher.asked.wordsFrom('silence', 1)).rejects.toThrow(SearchUnavailable);

    await matcher.close();
    await waiting;
    await expect(matcher.asked.meaningCounts()).rejects.toThrow(SearchUnavailable);
  });
});

describe('a thread that ends', () => {
  it('fails what it was asked, but for changes, since the next thread gets everything', async () => {
    const { asked } = aMatcher({ module: odd });
    const [question, vectors, change] = [
      asked.wordsFrom('end', 1),
      asked.addVectors([]),
      asked.update(nothing),
    ];

    await expect(question).rejects.toThrow(SearchUnavailable);
    await expect(vectors).rejects.toThrow(SearchUnavailable);
    await change;
  });

  it('is started again and gets everything before the waiting questions', async () => {
    const matcher = aMatcher({ module: odd });
    matcher.onRestart(() => void matcher.asked.update(nothing));
    await expect(matcher.asked.wordsFrom('end', 1)).rejects.toThrow(SearchUnavailable);

    await expect(matcher.asked.addVectors([])).rejects.toThrow(SearchUnavailable);
    expect(await matcher.asked.meaningCounts()).toEqual({ services: 1, withVector: 0 });
  });

  it('is a fault until the next one knows everything', async () => {
    const matcher = aMatcher({ module: odd });
    matcher.onRestart(() => void matcher.asked.update(nothing));
    await matcher.asked.update(nothing);
    expect(matcher.fault).toBeUndefined();

    await expect(matcher.asked.wordsFrom('end', 1)).rejects.toThrow(SearchUnavailable);
    expect(matcher.fault).toContain('the search was started again');
    await matcher.asked.meaningCounts();
    expect(matcher.fault).toBeUndefined();
  });

  it('is not started again at once when it was just started, and is not asked what nobody waits for any more', async () => {
    stopTime();
    const matcher = aMatcher({ module: odd, pauseMs: 60_000, maxMs: 5_000 });
    const restarted = vi.fn<() => void>();
    matcher.onRestart(restarted);
    await expect(matcher.asked.wordsFrom('end', 1)).rejects.toThrow(SearchUnavailable);
    const late = expect(matcher.asked.wordsFrom('end', 1)).rejects.toThrow('no answer within 5000 ms');

    await vi.advanceTimersByTimeAsync(59_999);
    await late;
    expect(restarted).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(restarted).toHaveBeenCalledOnce();
    expect(await matcher.asked.wordsFrom('rain', 1)).toEqual([{ word: 'rain', count: 1 }]);
  });

  it('is the answer to half a change, which is logged', async () => {
    const log = new MemoryLog();
    const matcher = aMatcher({ log });
    const restarted = vi.fn<() => void>(
      () => void matcher.asked.update({ put: [document(7, 'Rain')], removed: [] }),
    );
    matcher.onRestart(restarted);
    const unreadable = { ...document(1, 'Snow'), description: undefined } as unknown as SearchedDocument;

    await matcher.asked.update({ put: [document(0, 'Hail'), unreadable], removed: [] });
    await vi.waitFor(() => {
      expect(restarted).toHaveBeenCalledOnce();
    }, soon);
    expect(await matcher.asked.meaningCounts()).toEqual({ services: 1, withVector: 0 });
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { error: expect.any(Error) as Error } }]);
  });
});
