import { retryAfterMs } from '../../domain/retry-after.ts';
import { connectionFault } from '../../domain/system-fault.ts';
import { AnswerTooLong, textWithin } from '../answer-text.ts';
import { RpcFault } from './rpc-fault.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly text: string;
}

export interface PostOptions {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  /** 64 MiB by default. */
  readonly maxBytes?: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Above any answer that we ask for: the transfers in a block that holds nothing else take half of it. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** Where to send calls. Credentials inside the URL become a header, since `fetch` refuses such URLs. */
export interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function endpointOf(text: string): Endpoint {
  const url = new URL(text);
  const { username, password } = url;
  const headers = { 'content-type': 'application/json' };
  if (username === '' && password === '') return { url: url.href, headers };

  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  [url.username, url.password] = ['', ''];
  return {
    url: url.href,
    headers: { ...headers, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  };
}

/** Posts a JSON text, follows no redirect, and reads at most `maxBytes`. @throws {RpcFault} when there is no answer in time. */
export async function post(
  { url, headers }: Endpoint,
  body: string,
  { fetch, timeoutMs, maxBytes = defaultMaxBytes, signal }: PostOptions,
): Promise<HttpAnswer> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();

  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: controller.signal,
    });
    return {
      status: response.status,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
      text: await textWithin(response, maxBytes),
    };
  } catch (error) {
    if (error instanceof AnswerTooLong) throw new RpcFault('large', `the RPC provider ${error.message}`);
    if (signal?.aborted === true) throw stopped();
    throw controller.signal.aborted ? slow(timeoutMs) : unreachable(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

export function stopped(): RpcFault {
  return new RpcFault('stopped', 'the chain is no longer read, since Tollbook stops');
}

function slow(timeoutMs: number): RpcFault {
  return new RpcFault('slow', `the RPC provider does not answer within ${String(timeoutMs / 1000)} s`);
}

function unreachable(error: unknown): RpcFault {
  return new RpcFault('broken', `the RPC provider cannot be reached: ${connectionFault(error)}`);
}
