import { ApiError, nameOf } from './api-error.ts';
import { readAtMost } from './read-at-most.ts';
import { backoffMs, isPassing, isRepeatable } from './retry-time.ts';
import { printable } from '../domain/plain-text.ts';
import { retryAfterMs } from '../domain/retry-after.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface Patience {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Stops every request, and every wait between two of them. */
  readonly signal: AbortSignal | undefined;
  /** How often a request is sent again, at most. */
  readonly retries: number;
  /** One try with its whole answer may take this long. */
  readonly timeoutMs: number;
  /** An answer may have this many bytes after decompression. */
  readonly maxBytes: number;
  /** A server that asks for a longer wait gets no further try. */
  readonly longestWaitMs: number;
}

/**
 * Makes a `fetch` that reads the whole answer, within its limits of time and size, and tries again where that can help and cannot do
 * anything twice. An answer that breaks off halfway is tried again too.
 * @throws {ApiError} when nothing answers; the reason of the signal when it is aborted
 */
export function patientFetch(patience: Patience): (request: Request) => Promise<Response> {
  return async (request) => {
    const signal = patience.signal ? AbortSignal.any([request.signal, patience.signal]) : request.signal;
    const most = isRepeatable(request) ? patience.retries : 0;

    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt(request, signal, patience);
      const waitMs = tries > most ? undefined : waitAfter(outcome, tries, patience);
      if (waitMs === undefined) {
        if (outcome instanceof ApiError) throw outcome;
        return outcome;
      }
      await pause(waitMs, signal);
    }
  };
}

/** One try. An error is a value here where another try may help. */
async function attempt(
  request: Request,
  signal: AbortSignal,
  { fetch, timeoutMs, maxBytes }: Patience,
): Promise<Response | ApiError> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);

  try {
    const either = AbortSignal.any([signal, timeout]);
    const response = await fetch(new Request(request.clone(), { signal: either, redirect: 'manual' }));
    refuseRedirect(response, request.url);
    return await inFull(response, request.url, maxBytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError) throw error;
    return timeout.aborted ? timedOut(request.url, timeoutMs) : unreachable(request.url, error);
  }
}

/**
 * The API never redirects. Following would take a registration, or a request from inside a private network, to wherever a server says.
 * Browsers hide the status and the target.
 * @throws {ApiError}
 */
function refuseRedirect({ type, status, headers }: Response, url: string): void {
  if (type !== 'opaqueredirect' && !redirects.has(status)) return;

  const location = headers.get('Location');
  const target = location === null ? null : URL.parse(location, url);
  const where = target ? `to ${nameOf(target.href)}` : 'elsewhere';
  throw new ApiError({
    status,
    code: 'redirected',
    title: 'The address leads elsewhere',
    detail: `${nameOf(url)} redirects ${where}; if that is the catalog, set baseUrl to its address.`,
  });
}

/** The same answer, already read. @throws {ApiError} when it is too large */
async function inFull(response: Response, url: string, maxBytes: number): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (!body) return response;

  const read = await readAtMost(response, maxBytes);
  if (!read) throw tooLarge(url, status, maxBytes);
  const whole = new Response(read, { status, statusText, headers });
  // A response that was not fetched has no address.
  return Object.defineProperty(whole, 'url', { value: url });
}

/** How long to wait before the next try; undefined where it would not help. */
function waitAfter(
  outcome: Response | ApiError,
  tries: number,
  { longestWaitMs }: Patience,
): number | undefined {
  if (outcome instanceof ApiError) return backoffMs(tries, Math.random());
  if (!isPassing(outcome.status)) return undefined;

  const asked = retryAfterMs(outcome.headers.get('Retry-After'), Date.now());
  if (asked === undefined) return backoffMs(tries, Math.random());
  // Up to a tenth longer, so that clients that were sent away together do not come back together.
  return asked > longestWaitMs ? undefined : asked * (1 + Math.random() / 10);
}

/** Rejects with the reason of the signal as soon as it is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function timedOut(url: string, timeoutMs: number): ApiError {
  return new ApiError({
    status: 0,
    code: 'timeout',
    title: 'The server did not answer in time',
    detail: `${nameOf(url)} gave no whole answer within ${String(timeoutMs / 1000)} s (timeoutMs); try again later.`,
  });
}

function unreachable(url: string, cause: unknown): ApiError {
  return new ApiError(
    {
      status: 0,
      code: 'unreachable',
      title: 'The server cannot be reached',
      detail: `${nameOf(url)} cannot be reached (${reasonOf(cause)}); check the address and the network, or try again later.`,
    },
    { cause },
  );
}

function tooLarge(url: string, status: number, maxBytes: number): ApiError {
  return new ApiError({
    status,
    code: 'answer_too_large',
    title: 'The answer is too large',
    detail: `${nameOf(url)} answers with more than ${String(maxBytes)} bytes (maxBytes); ask for less.`,
  });
}

/** Node hides the reason in `cause`; its message may repeat what the server sent, its code cannot. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string') {
    return printable(cause.code, 100);
  }
  return 'the connection failed';
}
