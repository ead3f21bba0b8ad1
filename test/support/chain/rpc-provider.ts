import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
// eslint-disable-next-line no-restricted-imports -- How long an answer takes can be set.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Answers the calls of a chain. A thrown `RpcError` becomes the error of the answer. */
export interface Node {
  handle(method: string, params: readonly unknown[]): unknown;
}

export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The number of this call since the provider started, from 1 on. */
  readonly count: number;
}

/** How a call goes wrong. */
type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | { readonly error: { readonly code: number; readonly message: string } }
  /** Replaces the whole JSON text. */
  | { readonly text: (text: string) => string }
  | { readonly result: (result: unknown) => unknown }
  | { readonly id: number }
  | { readonly reset: true }
  | { readonly silent: true };

export type Faults = (call: Call) => Fault | undefined;

/** Lets each call fail so many times before it succeeds. */
export function failingFirst(times: number, fault: Fault): Faults {
  const attempts = new Map<string, number>();

  return ({ method, params }) => {
    const key = JSON.stringify([method, params]);
    const before = attempts.get(key) ?? 0;
    attempts.set(key, before + 1);
    return before < times ? fault : undefined;
  };
}

/** Faults that pass, all of them. */
export const passingFaults: readonly Fault[] = [
  { status: 500 },
  { status: 429, headers: { 'retry-after': '0' } },
  { reset: true },
  { id: 0 },
  { text: (text) => text.slice(0, -10) },
];

const Request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()),
});

/** What becomes of a call. */
type Reply = Response | 'reset' | 'silent';

/** A JSON-RPC provider, with injectable faults. It counts the calls of each method. */
export class RpcProvider {
  readonly calls = new Map<string, number>();
  faults: Faults = () => undefined;
  /** How long each answer over HTTP takes. */
  delayMs = 0;
  /** Where it is, with a path that stands for a key. */
  readonly url: string;
  readonly #node: Node;
  #count = 0;

  /** One that answers in this process, by `fetch`. */
  constructor(node: Node, port = 1) {
    this.url = `http://127.0.0.1:${String(port)}/v2/SECRETKEYSECRETKEY`;
    this.#node = node;
  }

  /** One that answers over HTTP. */
  static async start(node: Node): Promise<RpcProvider & AsyncDisposable> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const provider = Object.assign(new RpcProvider(node, (server.address() as AddressInfo).port), {
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    });
    server.on('request', (request, response) => {
      provider.#answer(request, response).catch(() => response.destroy());
    });
    return provider;
  }

  /** The calls of all methods together. */
  get count(): number {
    return this.#count;
  }

  /** Forgets the calls so far. */
  resetCount(): void {
    this.calls.clear();
    this.#count = 0;
  }

  readonly fetch: typeof globalThis.fetch = (_url, { body, signal } = {}) => {
    const reply = this.#reply(z.string().parse(body));
    if (reply === 'reset') return Promise.reject(new TypeError('fetch failed', { cause: connectionReset }));
    if (reply !== 'silent') return Promise.resolve(reply);

    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
    });
  };

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = this.#reply(await text(request));
    if (this.delayMs > 0) await sleep(this.delayMs);
    await send(reply, response);
  }

  #reply(body: string): Reply {
    const { id, method, params } = Request.parse(JSON.parse(body));
    this.#count += 1;
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);

    const fault = this.faults({ method, params, count: this.#count });
    if (fault && 'silent' in fault) return 'silent';
    if (fault && 'reset' in fault) return 'reset';
    if (fault && 'status' in fault) {
      return new Response(fault.body ?? '<html>', { status: fault.status, headers: fault.headers ?? {} });
    }
    const outcome = fault && 'error' in fault ? { error: fault.error } : this.#outcome(method, params);
    const changed =
      fault && 'result' in fault && 'result' in outcome ? fault.result(outcome.result) : undefined;
    const json = JSON.stringify({
      jsonrpc: '2.0',
      id: fault && 'id' in fault ? fault.id : id,
      ...(fault && 'result' in fault ? { result: changed } : outcome),
    });
    const headers = { 'content-type': 'application/json' };
    return new Response(fault && 'text' in fault ? fault.text(json) : json, { headers });
  }

  #outcome(method: string, params: readonly unknown[]): { result: unknown } | { error: object } {
    try {
      return { result: this.#node.handle(method, params) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  }
}

const connectionReset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply === 'silent') return;
  if (reply === 'reset') return void response.destroy();

  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
}
