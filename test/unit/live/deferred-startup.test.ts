import { describe, expect, it } from 'vitest';
import { DeferredStartup } from '../../../src/live/deferred-startup.ts';
import { nextTurn } from '../../support/next-turn.ts';

/** Work that notes when it begins and ends. */
function noting(done: string[], name: string): () => Promise<void> {
  return async () => {
    done.push(`${name} begins`);
    await nextTurn();
    done.push(`${name} ends`);
  };
}

describe('what a start leaves for later', () => {
  it('waits until the server listens', async () => {
    const done: string[] = [];
    const startWork = new DeferredStartup(new AbortController().signal, 0);
    const ready = startWork.run(noting(done, 'terms'));

    await nextTurn();
    expect(done).toEqual([]);

    startWork.begin();
    await ready;
    expect(done).toEqual(['terms begins', 'terms ends']);
  });

  it('is done one part after another', async () => {
    const done: string[] = [];
    const startWork = new DeferredStartup(new AbortController().signal, 0);
    startWork.begin();

    await Promise.all(['terms', 'checks'].map((name) => startWork.run(noting(done, name))));

    expect(done).toEqual(['terms begins', 'terms ends', 'checks begins', 'checks ends']);
  });

  it('goes on after a part that fails', async () => {
    const done: string[] = [];
    const startWork = new DeferredStartup(new AbortController().signal, 0);
    startWork.begin();
    const failed = startWork.run(() => Promise.reject(new Error('no database')));
    const next = startWork.run(noting(done, 'checks'));

    await expect(failed).rejects.toThrow('no database');
    await next;
    expect(done).toEqual(['checks begins', 'checks ends']);
  });

  it('is left out when the server stops before it begins, and keeps nobody waiting', async () => {
    const done: string[] = [];
    const stopping = new AbortController();
    const startWork = new DeferredStartup(stopping.signal, 1_000_000);
    const left = startWork.run(noting(done, 'terms'));
    startWork.begin();

    stopping.abort();
    await left;

    expect(done).toEqual([]);
  });
});
