import type { IncomingMessage, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';
import type { Logger } from 'pino';
import type { AnswerTimes } from './answer-times.ts';
import type { Clients } from './clients.ts';
import type { RateLimiter } from './rate-limit.ts';
import { requestKey } from './request-key.ts';
import { labelsOf, type RequestLabels, type RequestTimes } from './request-times.ts';
import { loggedPath, logWhenDone } from './request-log.ts';

/** How often a cache had what was looked for. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
}

/** Larger bodies take so long to send that little is gained. */
export const maxHotBytes = 256 * 1024;

/** The budget for all answers together. Past it, the table is emptied. */
const most = { answers: 4096, bytes: 32 * 1024 * 1024 };

/** An answer as it was sent. */
interface HotAnswer {
  readonly status: number;
  /** Names in lower case and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  /** Undefined for HEAD and 304. */
  readonly body: Uint8Array | undefined;
  readonly isCounted: boolean;
  /** As it is logged, for requests to the API; undefined for pages, which are not logged. */
  readonly apiPath: string | undefined;
  /** By what requests that get it are counted. */
  readonly labels: RequestLabels;
  /** As `performance.now()`. */
  readonly validUntil: number;
  /** In bytes, about. */
  readonly size: number;
}

interface Dependencies {
  /** The snapshot and the build that answers are made from; each is replaced, never changed. */
  readonly snapshot: () => object;
  readonly build: () => object | undefined;
  readonly readLimit: RateLimiter | undefined;
  readonly clients: Clients;
  readonly times: AnswerTimes;
  /** Counts requests; undefined where nobody asks. */
  readonly requests?: RequestTimes | undefined;
  readonly log: Logger;
}

/** Receives the body of an answer that equal requests may get again. */
type Receive = (body: Uint8Array, forMs: number) => void;

/** For responses to requests that have a key. */
const receivers = new WeakMap<ServerResponse, Receive>();

/** Whether an answer may be offered for replay. */
export function isReplayable(response: ServerResponse): boolean {
  return receivers.has(response);
}

/**
 * Offers an answer for replay, before it is sent: it follows from its request, the snapshot and the build alone, at least for a while. Equal
 * requests then get the same bytes until one of these changes. `body` is the answer to a GET without conditions.
 */
export function offerForReplay(
  response: ServerResponse | undefined,
  body: Uint8Array,
  forMs = Infinity,
): void {
  if (response) receivers.get(response)?.(body, forMs);
}

/**
 * Replays the answers of earlier, equal requests without any routing. Routes make the answers and decide which ones may be replayed. Limits, the
 * log and samples of times work as for other requests.
 */
export class HotAnswers {
  readonly #dependencies: Dependencies;
  readonly #answers = new Map<string, HotAnswer>();
  #bytes = 0;
  readonly #counts = { hits: 0, misses: 0 };
  #snapshot: object | undefined;
  #build: object | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get counts(): CacheCounts {
    return this.#counts;
  }

  /** Answers a request if an equal one was answered before. Otherwise returns false, and caches the coming answer if it is offered for replay. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = requestKey(request, response);
    if (key === undefined) return false;

    this.#dropOutdated();
    const known = this.#answers.get(key);
    const now = performance.now();
    if (known && known.validUntil > now) return this.#send(known, request, response, now);
    this.#counts.misses += 1;
    this.#await(key, request, response);
    return false;
  }

  /** Answers that were made from another snapshot or build are gone at once. */
  #dropOutdated(): void {
    const [snapshot, build] = [this.#dependencies.snapshot(), this.#dependencies.build()];
    if (snapshot === this.#snapshot && build === this.#build) return;

    this.#empty();
    this.#snapshot = snapshot;
    this.#build = build;
  }

  #empty(): void {
    this.#answers.clear();
    this.#bytes = 0;
  }

  /** Leaves a request over the limit to the usual way, which refuses it. */
  #send(answer: HotAnswer, request: IncomingMessage, response: ServerResponse, began: number): boolean {
    const { readLimit, clients, times, requests, log } = this.#dependencies;
    const { apiPath, isCounted, labels } = answer;
    const allowance = isCounted ? readLimit?.takeIfAllowed(clients.of(request)) : undefined;
    if (isCounted && !allowance) return false;

    const requestId = apiPath === undefined ? '' : clients.requestIdOf(request);
    if (apiPath !== undefined) logWhenDone(log, requestId, apiPath, response);
    const headers = headersNow(answer.headers, requestId, allowance?.headers.RateLimit ?? '');
    response.writeHead(answer.status, headers).end(answer.body);
    const ms = performance.now() - began;
    if (apiPath !== undefined) times.add(ms);
    requests?.observe(labels, ms / 1000);
    this.#counts.hits += 1;
    return true;
  }

  #await(key: string, request: IncomingMessage, response: ServerResponse): void {
    const [snapshot, build] = [this.#snapshot, this.#build];

    receivers.set(response, (body, forMs) => {
      const validUntil = performance.now() + forMs;
      onHeaders(response, () => {
        const sent = answerSent(request, response, body, validUntil);
        if (!sent) return;
        response.on('finish', () => {
          this.#dropOutdated();
          if (snapshot !== this.#snapshot || build !== this.#build) return;
          this.#add(key, { ...sent, labels: labelsOf(response) });
        });
      });
    });
  }

  #add(key: string, answer: HotAnswer): void {
    const size = answer.size + 2 * key.length;
    if (this.#answers.size >= most.answers || this.#bytes + size > most.bytes) this.#empty();

    this.#bytes += size - (this.#answers.get(key)?.size ?? 0);
    this.#answers.set(key, { ...answer, size });
  }
}

/** The answer that a response is; undefined for one that is not sent again: a refusal, or a body of unknown length. */
function answerSent(
  request: IncomingMessage,
  response: ServerResponse,
  whole: Uint8Array,
  validUntil: number,
): Omit<HotAnswer, 'labels'> | undefined {
  const status = response.statusCode;
  const isWhole = status === 200 && Number(response.getHeader('Content-Length')) === whole.length;
  if (!response.shouldKeepAlive || whole.length > maxHotBytes || (status !== 304 && !isWhole)) {
    return undefined;
  }

  const headers = response
    .getHeaderNames()
    .flatMap((name) => [name, response.getHeader(name)?.toString() ?? '']);
  const body = isWhole && request.method === 'GET' ? whole : undefined;
  return {
    status,
    headers,
    body,
    isCounted: response.hasHeader('RateLimit'),
    apiPath: response.hasHeader('X-Request-Id') ? loggedPath(request) : undefined,
    validUntil,
    size: headers.join().length + (body?.length ?? 0),
  };
}

/** Headers with the values that differ from answer to answer. */
function headersNow(headers: readonly string[], requestId: string, rateLimit: string): string[] {
  const now = [...headers];
  for (let i = 0; i < now.length; i += 2) {
    if (now[i] === 'x-request-id') now[i + 1] = requestId;
    else if (now[i] === 'ratelimit') now[i + 1] = rateLimit;
  }
  return now;
}
