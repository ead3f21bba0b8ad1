import {
  broken as brokenText,
  noServer as noServerText,
  problemSentences,
  refusalSentences,
  tryAgainIn,
  unreachable as unreachableText,
  waitNouns,
} from '#texts/refusals.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { type Said, saidBy, sentence } from '../site/said.ts';
import { fromRoot } from '../texts/local-path.ts';

/** Why there is no answer to a request: as the API says it (RFC 9457), or `status` 0 when nobody answered. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** What happened and what to do, in sentences. */
  readonly detail: string;
  /** Whether that is in the words of this site, because the API said nothing. */
  readonly isOwn?: true;
  readonly errors?: readonly FieldProblem[];
  readonly existing?: string;
  /** Of a service that was removed. */
  readonly name?: string;
  readonly restorableUntil?: string;
  /** What a claim looked for, and found instead. */
  readonly lookedFor?: string;
  readonly found?: string;
  /** When to ask again; from a header. */
  readonly retryAfterSeconds?: number;
}

export type Answer<Body> =
  { readonly body: Body; readonly etag: string | undefined } | { readonly refusal: Refusal };

interface ApiRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: object;
  readonly key?: string;
  /** The ETag that the service must still have. */
  readonly ifMatch?: string | undefined;
  /** Makes sending it again safe. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

const unreachable: Refusal = {
  status: 0,
  code: 'unreachable',
  detail: unreachableText,
  isOwn: true,
};

const noServer: Refusal = {
  status: 0,
  code: 'no_server',
  detail: noServerText,
  isOwn: true,
};

const broken: Refusal = {
  status: 502,
  code: 'unavailable',
  detail: brokenText,
  isOwn: true,
};

/**
 * Asks the API of this site. `Body` is what the API's description promises for a success; an answer of 204 has none.
 * @throws {DOMException} when its signal aborts it
 */
export async function ask<Body = unknown>(request: ApiRequest): Promise<Answer<Body>> {
  const { path, method = 'GET', body, signal } = request;
  try {
    const response = await fetch(fromRoot(path), {
      method,
      headers: headersOf(request),
      // The browser asks the server whether its cached copy is still current.
      cache: 'no-cache',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return await read<Body>(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    return { refusal: unreachable };
  }
}

function headersOf({ body, key, ifMatch, idempotencyKey }: ApiRequest): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

async function read<Body>(response: Response): Promise<Answer<Body>> {
  const { status, headers } = response;
  const isJson = /^application\/(?:problem\+)?json\b/.test(headers.get('Content-Type') ?? '');
  // A static host answers with its own pages, and so does a proxy in front of a server that is away.
  if (!isJson && status !== 204) return { refusal: status >= 500 ? broken : noServer };

  const body: unknown = status === 204 ? undefined : await response.json();
  return response.ok
    ? { body: body as Body, etag: headers.get('ETag') ?? undefined }
    : { refusal: withWait(body as Refusal, Number(headers.get('Retry-After'))) };
}

/** Adds how long to wait, which only a header says. */
function withWait(refusal: Refusal, retryAfterSeconds: number): Refusal {
  return retryAfterSeconds > 0 ? { ...refusal, retryAfterSeconds } : refusal;
}

/** A time to wait in words, rounded up: `40 seconds`, `12 minutes`, `20 hours`. */
export function waitText(seconds: number): string {
  if (seconds < 120) return waitNouns.second({ count: Math.ceil(seconds) });

  const minutes = Math.ceil(seconds / 60);
  return minutes < 120
    ? waitNouns.minute({ count: minutes })
    : waitNouns.hour({ count: Math.ceil(minutes / 60) });
}

/** Everything that a refusal says. */
export function saidOf({ code, detail, isOwn, errors = [], retryAfterSeconds }: Refusal): Said[] {
  if (errors.length > 0) {
    return errors.map((error) => saidBy(problemSentences, error.code, sentence(error.detail)));
  }
  if (isOwn) return [{ text: detail, english: '' }];

  const wait =
    retryAfterSeconds === undefined
      ? []
      : [{ text: tryAgainIn({ wait: waitText(retryAfterSeconds) }), english: '' }];
  return [saidBy(refusalSentences, code, detail), ...wait];
}
