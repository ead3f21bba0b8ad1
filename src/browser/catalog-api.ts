import type { FieldProblem } from '../domain/field-problem.ts';

/** Why there is no answer to a request: as the API says it (RFC 9457), or `status` 0 when nobody answered. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** What happened and what to do, in sentences. */
  readonly detail: string;
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
  detail: 'The server cannot be reached. Check your connection, then try again.',
};

const noServer: Refusal = {
  status: 0,
  code: 'no_server',
  detail: 'No server answers here: this is a copy of the catalog, and this needs the server of the original.',
};

const broken: Refusal = {
  status: 502,
  code: 'unavailable',
  detail: 'The server cannot answer right now. Try again in a minute.',
};

/**
 * Asks the API of this site. `Body` is what the API's description promises for a success; an answer of 204 has none.
 * @throws {DOMException} when its signal aborts it
 */
export async function ask<Body = unknown>(request: ApiRequest): Promise<Answer<Body>> {
  const { path, method = 'GET', body, signal } = request;
  try {
    const response = await fetch(path, {
      method,
      headers: headersOf(request),
      // The browser asks the server whether what it keeps is still right.
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
  if (!(retryAfterSeconds > 0)) return refusal;

  const detail = `${refusal.detail} Try again in ${waitText(retryAfterSeconds)}.`;
  return { ...refusal, detail, retryAfterSeconds };
}

/** A time to wait in words, rounded up: `40 seconds`, `12 minutes`. */
export function waitText(seconds: number): string {
  const [count, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];

  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** Everything that a refusal says, in sentences. */
export function sentencesOf({ detail, errors = [] }: Refusal): string {
  return errors.length === 0 ? detail : errors.map((error) => `${capitalized(error.detail)}.`).join(' ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
