import { quoted } from '../domain/plain-text.ts';
import type { Patience } from './patient-fetch.ts';

export interface ClientOptions {
  /** The address of a Tollbook server, like `https://catalog.example.com`. */
  readonly baseUrl: string | URL;
  /** An API key, `tbk_…`. Only writing needs one. It goes to `baseUrl` alone. */
  readonly key?: string | undefined;
  /** Used in place of the global `fetch`, for example to go through a proxy. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Stops every request of the client, and every wait between two tries. */
  readonly signal?: AbortSignal | undefined;
  /** How often a request is sent again when the server is busy or gone: 0 to 10, by default 3. */
  readonly retries?: number | undefined;
  /** How long one try with its whole answer may take, in milliseconds; by default 60 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The largest answer to accept, in bytes; by default 16 MiB. */
  readonly maxBytes?: number | undefined;
}

interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly patience: Patience;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Timers cannot wait longer, about 25 days. */
const longestTimer = 2 ** 31 - 1;
const longestWaitMs = 60_000;

/** Fills in the defaults. @throws {TypeError} with the option, the rule and the cure */
export function patienceOf(options: ClientOptions): Settings {
  const { signal, fetch = globalThis.fetch } = options;

  return {
    baseUrl: rootOf(String(options.baseUrl)),
    key: keyIn(options.key),
    patience: {
      // A browser's `fetch` works as a method of its window only.
      fetch: (request) => fetch(request),
      signal,
      retries: whole('retries', options.retries ?? 3, { min: 0, max: 10 }),
      timeoutMs: whole('timeoutMs', options.timeoutMs ?? 60_000, { min: 1, max: longestTimer }),
      maxBytes: whole('maxBytes', options.maxBytes ?? 16 * 1024 ** 2, {
        min: 1,
        max: Number.MAX_SAFE_INTEGER,
      }),
      longestWaitMs,
    },
  };
}

function rootOf(text: string): string {
  const url = URL.parse(text);
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && url.username + url.password === '';
  if (!isPlain || url.search + url.hash !== '') {
    throw new TypeError(
      `baseUrl ${quoted(text)} is not the address of a server; write it like "https://catalog.example.com"`,
    );
  }

  return url.href.replace(/\/$/, '');
}

/** A key travels in a header, and other characters there would make `fetch` fail without a reason. */
function keyIn(key: string | undefined): string | undefined {
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;

  throw new TypeError('key is not an API key; pass it as the server printed it, like "tbk_…"');
}

function whole(name: string, value: number, { min, max }: Range): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;

  throw new TypeError(
    `${name} ${quoted(value)} is out of range; pass a whole number from ${String(min)} to ${String(max)}`,
  );
}
