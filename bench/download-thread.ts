import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { parentPort } from 'node:worker_threads';

/* A thread that downloads what it is told to, and answers with what it measured. */

/** What the thread is told. */
export interface Order {
  readonly url: string;
  readonly headers: Record<string, string>;
}

export interface Download {
  readonly status: number | undefined;
  readonly tag: string;
  readonly bytes: number;
  /** Milliseconds from the request to the first byte of the body, and to the last. */
  readonly first: number;
  readonly total: number;
}

async function download({ url, headers }: Order): Promise<Download> {
  const asked = performance.now();
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  let [bytes, first] = [0, Number.NaN];
  response.on('data', (chunk: Buffer) => {
    if (bytes === 0) first = performance.now() - asked;
    bytes += chunk.length;
  });
  await once(response, 'end');
  const { statusCode: status, headers: answered } = response;

  return { status, tag: answered.etag ?? '', bytes, first, total: performance.now() - asked };
}

parentPort?.on('message', (order: Order) => {
  void download(order).then((done) => parentPort?.postMessage(done));
});
