import { connectionCode } from '../domain/error-code.ts';
import { printable, quoted } from '../domain/plain-text.ts';
import { retryAfterMs } from '../domain/retry-after.ts';
import { connectionFault } from '../domain/system-fault.ts';
import { MirrorFault } from './mirror-fault.ts';
import type { Notice, Surroundings } from './surroundings.ts';

interface Dependencies {
  /** The root of the catalog's site, with a slash at its end. */
  readonly from: URL;
  readonly surroundings: Surroundings;
  /** How long to wait in all for a catalog that does not answer. */
  readonly patienceMs: number;
  /** Whether an earlier run reached the catalog. Without that, the address may be wrong, and waiting for it would not help. */
  readonly wasReached: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly notice: (notice: Notice) => void;
}

/** An answer whose body is still to be read. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Throws when the body is larger than its budget, or comes too slowly. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Answer extends Pick<OpenAnswer, 'status' | 'headers'> {
  readonly bytes: Buffer;
}

interface GetOptions {
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that may be over in a moment. */
class Hindrance extends Error {
  override readonly name = 'Hindrance';
  /** How long the catalog asks to wait. */
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

const userAgent = 'tollbook-mirror';
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** How much of an answer must come within `idleMs`. A server that sends a byte a minute would otherwise hold a mirror for ever. */
const pieceBytes = 64 * 1024;
const firstWaitMs = 500;
const longestWaitMs = 30_000;
/** A catalog may ask for no longer pause than this. */
const longestAskedMs = 3_600_000;

/**
 * Reads a catalog that may be hostile: every answer has a budget of bytes and time, redirects stay on the origin, and nothing of an
 * answer is ever repeated raw. Waits for a catalog that is busy or gone for a moment, but not for one that never answered.
 */
export class CatalogClient {
  readonly #dependencies: Dependencies;
  #wasReached: boolean;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#wasReached = dependencies.wasReached;
  }

  /** Gets a whole answer. @throws {MirrorFault} */
  async get(path: string, options: GetOptions): Promise<Answer> {
    return this.read(path, options, async ({ status, headers, body }) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);

      return { status, headers, bytes: Buffer.concat(chunks) };
    });
  }

  /** Lets `use` read an answer, again from its beginning when it is cut off. @throws {MirrorFault} */
  async read<Result>(
    path: string,
    options: GetOptions,
    use: (answer: OpenAnswer) => Promise<Result>,
  ): Promise<Result> {
    const { from, patienceMs, surroundings, signal, notice } = this.#dependencies;
    let [waited, waitMs] = [0, firstWaitMs];

    while (true) {
      try {
        return await this.#attempt(new URL(path, from), options, use);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Hindrance)) throw error;

        const pauseMs = Math.max(waitMs, Math.min(error.waitMs ?? 0, longestAskedMs));
        if (waited + pauseMs > patienceMs) throw unreachable(from, error, waited);
        notice({
          level: 'warning',
          text: `${error.message}; trying again in ${String(Math.ceil(pauseMs / 1000))} s`,
        });
        await surroundings.pause(pauseMs, signal);
        waited += pauseMs;
        waitMs = Math.min(2 * waitMs, longestWaitMs);
      }
    }
  }

  async #attempt<Result>(
    url: URL,
    { maxBytes, headers = {} }: GetOptions,
    use: (answer: OpenAnswer) => Promise<Result>,
  ): Promise<Result> {
    const { surroundings, signal } = this.#dependencies;
    const slow = new SlownessGuard(surroundings.idleMs);
    const either = signal ? AbortSignal.any([signal, slow.signal]) : slow.signal;

    try {
      const response = await this.#follow(url, {
        headers: { ...headers, 'user-agent': userAgent },
        signal: either,
      });
      const body = withinBudget(response, { maxBytes, slow, url });
      return await use({ status: response.status, headers: response.headers, body });
    } catch (error) {
      if (slow.signal.aborted) {
        throw new Hindrance(`${nameOf(url)} does not go on within ${String(surroundings.idleMs / 1000)} s`);
      }
      if (!isOfConnection(error)) throw error;
      const reason = printable(connectionFault(error), 100);
      const isNobody = !this.#wasReached && !afterConnecting.has(connectionCode(error) ?? '');
      if (isNobody) throw neverReached(this.#dependencies.from, reason);
      throw new Hindrance(`${nameOf(url)} cannot be read: ${reason}`);
    } finally {
      slow.end();
    }
  }

  /** @throws {Hindrance} when the catalog is busy or ill. */
  async #follow(url: URL, init: RequestInit, left = maxRedirects): Promise<Response> {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    this.#wasReached = true;
    if (status === 429 || status >= 500) {
      await response.body?.cancel();
      const waitMs = retryAfterMs(
        headers.get('retry-after'),
        this.#dependencies.surroundings.now().getTime(),
      );
      throw new Hindrance(`${nameOf(url)} answers HTTP ${String(status)}`, waitMs);
    }
    if (!redirects.has(status)) return response;

    await response.body?.cancel();
    const target = targetOf(url, headers.get('location') ?? '');
    if (target.origin !== url.origin) {
      throw new MirrorFault(
        'answer_invalid',
        `${nameOf(url)} redirects to another origin, ${quoted(target.origin)}; if that is the catalog, mirror it from there`,
      );
    }
    if (left === 0) throw new MirrorFault('answer_invalid', `${nameOf(url)} redirects in a circle`);
    return this.#follow(target, init, left - 1);
  }
}

/** Aborts when nothing, or too little, came for a while. */
class SlownessGuard {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor(idleMs: number) {
    this.#timer = setTimeout(() => {
      this.#controller.abort();
    }, idleMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout after each 64 KiB. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < pieceBytes) return;

    this.#bytes = 0;
    this.#timer.refresh();
  }

  /** Restarts the timeout, for example when an answer begins. */
  refresh(): void {
    this.#timer.refresh();
  }

  /** Also closes a connection whose answer was not read to its end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}

interface Budget {
  readonly maxBytes: number;
  readonly slow: SlownessGuard;
  readonly url: URL;
}

/** Counts after decompression, so that a small answer cannot unpack to a large one. */
async function* withinBudget(
  { body }: Response,
  { maxBytes, slow, url }: Budget,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  slow.refresh();
  for await (const chunk of body ?? []) {
    size += chunk.length;
    slow.count(chunk.length);
    if (size > maxBytes) {
      throw new MirrorFault(
        'too_large',
        `${nameOf(url)} answers with more than ${String(maxBytes)} bytes, which is the limit`,
      );
    }
    yield chunk;
  }
}

function targetOf(url: URL, location: string): URL {
  const target = URL.parse(location, url);
  if (!target) {
    throw new MirrorFault(
      'answer_invalid',
      `${nameOf(url)} redirects to ${quoted(location)}, which is no address`,
    );
  }
  // `fetch` takes no address with a user name.
  [target.username, target.password] = ['', ''];
  return target;
}

/** Errors of `fetch` and of its bodies are of the type `TypeError`. */
function isOfConnection(error: unknown): boolean {
  return error instanceof TypeError && (error.cause !== undefined || error.message === 'terminated');
}

/** What ends a connection that was made: somebody is there, such as the proxy of a catalog that begins again. */
const afterConnecting: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function neverReached({ href }: URL, reason: string): MirrorFault {
  return new MirrorFault(
    'unreachable',
    `nothing answers at ${href} (${reason}); check the address, and whether the catalog is running`,
  );
}

function unreachable(from: URL, { message }: Hindrance, waitedMs: number): MirrorFault {
  return new MirrorFault(
    'unreachable',
    `${message}; gave up after waiting for ${String(Math.round(waitedMs / 1000))} s; the mirror of ${from.href} stays as it is, run it again later`,
  );
}

/** The address without the query, which may hold a long cursor. */
export function nameOf({ origin, pathname }: URL): string {
  return printable(`${origin}${pathname}`, 200);
}
