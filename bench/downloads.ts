import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Download, Order } from './download-thread.ts';

/** Downloads in a thread of its own, so that what arrives does not hold up whoever measures reads beside it. One download at a time. */
export class Downloads {
  readonly #thread = new Worker(new URL('./download-thread.ts', import.meta.url));

  /** Rejects when the thread fails. */
  async get(url: string, headers: Record<string, string> = {}): Promise<Download> {
    this.#thread.postMessage({ url, headers } satisfies Order);
    const [done] = (await once(this.#thread, 'message')) as [Download];

    return done;
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}
