import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { ProbeResult } from '../../domain/probe.ts';
import { type HttpSigner, requestSignature } from '../signing/http-signature.ts';
import { connectTo, type Destination, hostOf } from './connect.ts';
import { readAnswerBody } from './answer-body.ts';
import { failureOf, type Progress } from './failure-of.ts';
import type { Outcome } from './probe-outcome.ts';
import { redirectTarget } from './redirect.ts';

/** One request, and how much of the answer to read. */
export interface Question extends Destination {
  readonly method: ProbeResult['method'];
  /** A value to send as JSON in place of `{}`. */
  readonly body?: unknown;
  /** JSON to send as it is, in place of `body`, and headers beside the usual ones. */
  readonly payload?: Payload | undefined;
  readonly userAgent: string;
  readonly signer?: HttpSigner | undefined;
  readonly maxBodyBytes: number;
}

export interface Payload {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Some x402 servers send a challenge in a header that is longer than the 16 KB Node reads by default. */
const maxHeaderBytes = 128 * 1024;

/** Interim answers (1xx). A server has reason to send one or two; each costs work, and Node's header limit applies to each alone. */
const maxInterimAnswers = 8;

/** Everything up to the end of the final header, interim answers included. */
const maxBytesBeforeBody = 2 * maxHeaderBytes;

const emptyBody = '{}';

/**
 * Sends one request on a new connection and reads the answer up to the limits. Failures of the other side are returned, not
 * thrown.
 * @throws {CannotAsk} when this machine is at fault
 */
export async function exchange(question: Question, signal: AbortSignal): Promise<Outcome> {
  const progress: RequestProgress = { host: hostOf(question.url), stage: 'connection' };
  const request = openRequest(question);
  track(request, progress);
  const abort = (): void => void request.destroy(new Aborted());
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();

  try {
    const response = await send(request, bodyOf(question));
    progress.stage = 'body';
    const answer = { status: response.statusCode ?? 0, headers: headersOf(response) };
    // Only the target of a redirect matters, so its body is not read.
    if (redirectTarget(answer) !== undefined) return { ...answer, body: '', isCut: true };

    const body = await readAnswerBody(response, question.maxBodyBytes);
    // A body without a declared length ends when the connection does, even when we were the ones to close it.
    return signal.aborted ? failureOf(undefined, progress, signal) : { ...answer, ...body };
  } catch (error) {
    // The error of the request says what was wrong; that of the body stream only says that it broke off.
    return failureOf(progress.error ?? error, progress, signal);
  } finally {
    signal.removeEventListener('abort', abort);
    request.destroy();
  }
}

function openRequest(question: Question): ClientRequest {
  const { url, method } = question;

  return httpRequest({
    host: hostOf(url),
    port: url.port,
    defaultPort: url.protocol === 'https:' ? 443 : 80,
    path: url.pathname + url.search,
    method,
    headers: headersFor(question),
    // This replaces the agent, and with it any proxy set in the environment, which would resolve the name a second time.
    createConnection: () => connectTo(question),
    maxHeaderSize: maxHeaderBytes,
  });
}

/** `Accept` prefers JSON because some servers send browsers a payment page in HTML. */
function headersFor(question: Question): Record<string, string> {
  const headers = {
    'User-Agent': question.userAgent,
    Accept: 'application/json, */*;q=0.5',
    'Accept-Encoding': 'identity',
    ...(question.signer && requestSignature(question.url, question.signer)),
  };
  const body = bodyOf(question);

  if (body === undefined) return headers;
  return {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...question.payload?.headers,
  };
}

/** A redirect may have turned the request into a GET, which carries no body. */
function bodyOf({
  method,
  body,
  payload,
}: Pick<Question, 'method' | 'body' | 'payload'>): string | undefined {
  if (method === 'GET') return undefined;
  if (payload) return payload.json;
  if (body !== undefined) return JSON.stringify(body);

  return method === 'DELETE' ? undefined : emptyBody;
}

interface RequestProgress extends Progress {
  stage: Progress['stage'];
  error?: Error;
}

function track(request: ClientRequest, progress: RequestProgress): void {
  request.on('error', (error) => (progress.error ??= error));
  request.once('socket', (socket) => {
    socket.once('connect', () => (progress.stage = 'encrypted' in socket ? 'handshake' : 'header'));
    socket.once('secureConnect', () => (progress.stage = 'header'));
    limitHeaders(request, socket);
  });
}

/** Node limits the size of each header, but not the number of interim answers, nor the empty lines before a header. */
function limitHeaders(request: ClientRequest, socket: Socket): void {
  let interimAnswers = 0;
  let bytes = 0;
  const countInterim = (): void => {
    interimAnswers += 1;
    if (interimAnswers > maxInterimAnswers) fail(new NoFinalAnswer());
  };
  const countBytes = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > maxBytesBeforeBody) fail(new HeaderOverflow());
  };
  const stop = (): void => {
    request.off('information', countInterim);
    socket.off('data', countBytes);
  };
  const fail = (reason: Error): void => {
    stop();
    request.destroy(reason);
  };

  request.on('information', countInterim);
  request.once('response', stop);
  socket.on('data', countBytes);
}

/** Resolves as soon as the final header has arrived. */
function send(request: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  // By default Node silently drops every header after the 2000th. Their total size is limited anyway.
  request.maxHeadersCount = 0;

  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('response', resolve);
    request.once('upgrade', () => reject(new UnrequestedUpgrade()));
    request.end(body);
  });
}

class NoFinalAnswer extends Error {
  readonly code = 'HPE_NO_FINAL_ANSWER';
}

class HeaderOverflow extends Error {
  readonly code = 'HPE_HEADER_OVERFLOW';
}

/** The request timed out, or its caller cancelled it. */
class Aborted extends Error {}

/** The server switched to another protocol although we did not ask for it. */
class UnrequestedUpgrade extends Error {
  readonly code = 'HPE_UNASKED_UPGRADE';
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
}
