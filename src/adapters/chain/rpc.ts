import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { jsonOf } from '../../domain/json-object.ts';
import { quoted } from '../../domain/plain-text.ts';
import { type Endpoint, endpointOf, type HttpAnswer, post, stopped } from './http-answer.ts';
import { impossible, RpcFault } from './rpc-fault.ts';

export interface RpcPatience {
  /** Timeout of one attempt at a call. */
  readonly tryMs: number;
  /** Attempts at a call that keeps failing. */
  readonly tries: number;
  /** Backoff: the n-th pause is n² times as long, and four times that when the provider throttles. */
  readonly pauseMs: number;
  /** When the provider asks for a longer wait than this, the call fails. */
  readonly longestWaitMs: number;
}

export interface RpcOptions {
  /** The provider's URL, which may hold a key: it is never printed. */
  readonly url: string;
  /** Ends every call and every pause. */
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly patience?: Partial<RpcPatience> | undefined;
  /** Longer answers are not read; 64 MiB by default. */
  readonly maxAnswerBytes?: number | undefined;
}

interface CallOptions {
  /** The caller has another way when the provider refuses or is too slow, so such a call is not repeated. */
  readonly mayFail?: boolean;
}

const defaultPatience: RpcPatience = { tryMs: 20_000, tries: 4, pauseMs: 250, longestWaitMs: 10_000 };

/** Any part of a URL from this length on may be a secret. */
const shortestSecret = 6;

const Answer = z.union([
  z.object({ error: z.object({ code: z.number().optional(), message: z.string() }) }),
  z.object({ id: z.number(), result: z.unknown() }),
]);

/** Words that mean "not so often", where others mean "not so much". */
const throttling =
  /rate.?limit|too many requests|requests? (?:per|rate|count)|throttl|compute units|credits|quota|capacity/i;

const noSuchMethod = -32601;

/**
 * Calls to a JSON-RPC provider over HTTP. Failed calls are repeated a few times. Rejects with `RpcFault`, whose message quotes the provider without the secrets of its URL.
 */
export class Rpc {
  readonly #endpoint: Endpoint;
  readonly #secrets: readonly string[];
  readonly #signal: AbortSignal | undefined;
  readonly #fetch: typeof fetch;
  readonly #patience: RpcPatience;
  readonly #maxAnswerBytes: number | undefined;
  #lastId = 0;
  /** When a provider that throttles may be asked again, by `performance.now()`. */
  #resumesAt = 0;

  constructor(options: RpcOptions) {
    this.#endpoint = endpointOf(options.url);
    this.#secrets = secretsOf(options.url);
    this.#signal = options.signal;
    this.#fetch = options.fetch ?? fetch;
    this.#patience = { ...defaultPatience, ...options.patience };
    this.#maxAnswerBytes = options.maxAnswerBytes;
  }

  /** `read` turns the result into a value, and throws an `RpcFault` when it cannot be. */
  async call<Value>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => Value,
    { mayFail = false }: CallOptions = {},
  ): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#pause(this.#resumesAt - performance.now());
        return read(await this.#ask(method, params));
      } catch (error) {
        if (!(error instanceof RpcFault)) throw error;
        const pauseMs = this.#pauseAfter(error, attempt, mayFail);
        if (pauseMs === undefined) throw error;
        await this.#pause(pauseMs);
      }
    }
  }

  /** How long to wait before the next attempt; undefined when there is none. */
  #pauseAfter(fault: RpcFault, attempt: number, mayFail: boolean): number | undefined {
    const { tries, pauseMs, longestWaitMs } = this.#patience;
    if (attempt >= tries || !isRepeatable(fault, mayFail)) return undefined;

    const backoffMs = pauseMs * attempt ** 2 * (1 + Math.random() / 2);
    if (fault.kind !== 'throttled') return backoffMs;
    const waitMs = fault.retryAfterMs ?? 4 * backoffMs;
    if (waitMs > longestWaitMs) return undefined;
    this.#resumesAt = performance.now() + waitMs;
    return waitMs;
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal: this.#signal }).catch(() => undefined);
    if (this.#signal?.aborted === true) throw stopped();
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = (this.#lastId += 1);
    const answer = await post(this.#endpoint, JSON.stringify({ jsonrpc: '2.0', id, method, params }), {
      fetch: this.#fetch,
      timeoutMs: this.#patience.tryMs,
      maxBytes: this.#maxAnswerBytes,
      signal: this.#signal,
    });
    const { data } = Answer.safeParse(jsonOf(answer.text));

    if (data && 'error' in data) throw this.#errorFault(method, answer, data.error);
    if (answer.status !== 200) throw statusFault(method, answer);
    if (!data) throw impossible(method, 'something other than JSON-RPC');
    if (data.id !== id) throw impossible(method, 'the answer to another call');
    return data.result;
  }

  #errorFault(
    method: string,
    { status, retryAfterMs }: HttpAnswer,
    { code, message }: { readonly code?: number | undefined; readonly message: string },
  ): RpcFault {
    const text = this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), message);
    const isThrottled = status === 429 || code === 429 || throttling.test(message);
    const verb = isThrottled ? 'throttles' : 'refuses';
    const kind = isThrottled ? 'throttled' : code === noSuchMethod ? 'hopeless' : 'refused';

    return new RpcFault(kind, `the RPC provider ${verb} ${method}: ${quoted(text)}`, { code, retryAfterMs });
  }
}

/** A reader of results for `call`, from a schema. */
export function shaped<Value>(method: string, schema: z.ZodType<Value>): (result: unknown) => Value {
  return (result) => {
    const { data, success } = schema.safeParse(result);
    if (!success) throw impossible(method, result === null ? 'null' : 'a result of the wrong form');

    return data;
  };
}

function isRepeatable({ kind }: RpcFault, mayFail: boolean): boolean {
  if (kind === 'hopeless' || kind === 'stopped' || kind === 'large') return false;

  return kind === 'broken' || kind === 'failing' || kind === 'throttled' || !mayFail;
}

function statusFault(method: string, { status, retryAfterMs }: HttpAnswer): RpcFault {
  const message = `the RPC provider answers ${method} with HTTP ${String(status)}`;

  if (status === 429) return new RpcFault('throttled', message, { retryAfterMs });
  if (status === 413) return new RpcFault('refused', message);
  if (status === 408 || status === 504 || status === 524) return new RpcFault('slow', message);
  if (status >= 500) return new RpcFault('failing', message);
  return new RpcFault('hopeless', `${message}; check its URL and key`);
}

/** The parts of a URL after its host that may be secrets, as they are written and as they are meant; longer ones first. */
function secretsOf(text: string): string[] {
  const { username, password, pathname, search, hash } = new URL(text);
  const parts = [username, password, ...`${pathname}${search}${hash}`.split(/[/?&=#]/)];

  return [...new Set(parts.flatMap((part) => [part, decoded(part)]))]
    .filter((part) => part.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
