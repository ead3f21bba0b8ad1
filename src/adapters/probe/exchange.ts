import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { ProbeResult } from '../../domain/probe.ts';
import { connectTo, type Destination, hostOf } from './connect.ts';
import { type Course, failureOf } from './failure-of.ts';
import type { Outcome } from './outcome.ts';
import { readBody } from './answer-body.ts';
import { redirectTarget } from './redirect.ts';

/** One request, and how much of its answer is read. */
export interface Question extends Destination {
  readonly method: ProbeResult['method'];
  readonly userAgent: string;
  readonly maxBodyBytes: number;
}

/** x402 servers exist whose challenge is longer than the 16 KB that Node reads by default. */
const maxHeaderBytes = 128 * 1024;

/** Servers have reason for one or two (100, 103). Each costs work, and no limit on headers counts them together. */
const mostInterim = 8;

/** What may come before an answer: its header, and the interim answers before it. */
const maxBytesBefore = 2 * maxHeaderBytes;

const emptyBody = '{}';

/** Asks once, on a connection of its own, and reads the answer up to the limits. What goes wrong there is a value. */
export async function exchange(question: Question, signal: AbortSignal): Promise<Outcome> {
  const course: Followed = { host: hostOf(question.url), stage: 'connection' };
  const asked = opened(question);
  follow(asked, course);
  const giveUp = (): void => void asked.destroy(new GivenUp());
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();

  try {
    const response = await answered(asked, bodyOf(question));
    course.stage = 'body';
    const answer = { status: response.statusCode ?? 0, headers: headersOf(response) };
    // Where a redirect leads is all that it says; its body is not waited for.
    if (redirectTarget(answer) !== undefined) return { ...answer, body: '', isCut: true };

    const body = await readBody(response, question.maxBodyBytes);
    // A body without a length ends with its connection, also when it was we who ended that.
    return signal.aborted ? failureOf(undefined, course, signal) : { ...answer, ...body };
  } catch (error) {
    // The request knows what was wrong with an answer; its body only that it broke off.
    return failureOf(course.error ?? error, course, signal);
  } finally {
    signal.removeEventListener('abort', giveUp);
    asked.destroy();
  }
}

function opened(question: Question): ClientRequest {
  const { url, method } = question;

  return request({
    host: hostOf(url),
    port: url.port,
    defaultPort: url.protocol === 'https:' ? 443 : 80,
    path: url.pathname + url.search,
    method,
    headers: headersFor(question),
    // In place of an agent; so it also goes past any proxy of the environment, which would resolve names anew.
    createConnection: () => connectTo(question),
    maxHeaderSize: maxHeaderBytes,
  });
}

/** `Accept` keeps away the payment page that some servers send to browsers. */
function headersFor({ userAgent, method }: Question): Record<string, string> {
  const headers = {
    'User-Agent': userAgent,
    Accept: 'application/json, */*;q=0.5',
    'Accept-Encoding': 'identity',
  };
  const body = bodyOf({ method });

  if (body === undefined) return headers;
  return { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
}

function bodyOf({ method }: Pick<Question, 'method'>): string | undefined {
  return method === 'GET' || method === 'DELETE' ? undefined : emptyBody;
}

/** What a request has come to so far, and what it failed of. */
interface Followed extends Course {
  stage: Course['stage'];
  error?: Error;
}

function follow(asked: ClientRequest, course: Followed): void {
  asked.on('error', (error) => (course.error ??= error));
  asked.once('socket', (socket) => {
    socket.once('connect', () => (course.stage = 'encrypted' in socket ? 'handshake' : 'header'));
    socket.once('secureConnect', () => (course.stage = 'header'));
    boundWhatComesBefore(asked, socket);
  });
}

/** Node bounds each header by itself, and the empty lines before it by nothing. */
function boundWhatComesBefore(asked: ClientRequest, socket: Socket): void {
  let interim = 0;
  let bytes = 0;
  const countInterim = (): void => {
    interim += 1;
    if (interim > mostInterim) giveUp(new NoFinalAnswer());
  };
  const countBytes = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > maxBytesBefore) giveUp(new HeaderOverflow());
  };
  const stop = (): void => {
    asked.off('information', countInterim);
    socket.off('data', countBytes);
  };
  const giveUp = (why: Error): void => {
    stop();
    asked.destroy(why);
  };

  asked.on('information', countInterim);
  asked.once('response', stop);
  socket.on('data', countBytes);
}

function answered(request: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  // The long header limit alone bounds them; by default Node would drop all after the 2000th unsaid.
  request.maxHeadersCount = 0;

  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('response', resolve);
    request.once('upgrade', () => reject(new UnaskedUpgrade()));
    request.end(body);
  });
}

/** One interim answer came after the other. */
class NoFinalAnswer extends Error {
  readonly code = 'HPE_NO_FINAL_ANSWER';
}

class HeaderOverflow extends Error {
  readonly code = 'HPE_HEADER_OVERFLOW';
}

/** The time for a request ran out, or whoever wanted it no longer does. */
class GivenUp extends Error {}

/** A server changed to another protocol, which nobody had asked it to. */
class UnaskedUpgrade extends Error {
  readonly code = 'HPE_UNASKED_UPGRADE';
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
}
