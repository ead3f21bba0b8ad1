import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
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

/** A JSON-RPC provider over HTTP, with injectable faults. It counts the calls of each method. */
export class RpcProvider {
  readonly calls = new Map<string, number>();
  faults: Faults = () => undefined;
  /** How long each answer takes. */
  delayMs = 0;
  /** Where it listens, with a path that stands for a key. */
  readonly url: string;
  readonly #server: Server;
  readonly #node: Node;
  #count = 0;

  private constructor(server: Server, node: Node) {
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v2/SECRETKEYSECRETKEY`;
    this.#server = server;
    this.#node = node;
    server.on('request', (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(node: Node): Promise<RpcProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');

    return new RpcProvider(server, node);
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method, params } = Request.parse(await json(request));
    this.#count += 1;
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    if (this.delayMs > 0) await sleep(this.delayMs);

    const fault = this.faults({ method, params, count: this.#count });
    if (fault && 'silent' in fault) return;
    if (fault && 'reset' in fault) return void response.destroy();
    if (fault && 'status' in fault) {
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '<html>');
    }
    const outcome = fault && 'error' in fault ? { error: fault.error } : this.#outcome(method, params);
    const changed =
      fault && 'result' in fault && 'result' in outcome ? fault.result(outcome.result) : undefined;
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: fault && 'id' in fault ? fault.id : id,
      ...(fault && 'result' in fault ? { result: changed } : outcome),
    });
    response.setHeader('content-type', 'application/json');
    response.end(fault && 'text' in fault ? fault.text(text) : text);
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
