import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { ProbeResult } from '../../domain/probe.ts';
import { type Course, failureOf } from './failure-of.ts';
import type { Outcome } from './outcome.ts';
import { readBody } from './read-body.ts';
import { redirectTarget } from './redirect.ts';

/** One request, to be made to one of these addresses and to no other. */
export interface Question {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly method: ProbeResult['method'];
  readonly userAgent: string;
  readonly maxBodyBytes: number;
  /** Certificates to trust in place of the usual ones: for tests. */
  readonly ca?: string;
}

/** x402 servers exist whose challenge is longer than the 16 KB that Node reads by default. */
const maxHeaderBytes = 128 * 1024;

/** A host with several addresses has this long at each before the next is tried. */
const msPerAddress = 2_000;

const emptyBody = '{}';

/** Asks once, on a connection of its own, and reads the answer up to the limits. What goes wrong there is a value. */
export async function exchange(question: Question, signal: AbortSignal): Promise<Outcome> {
  const request = opened(question, signal);
  const course = follow(request);

  try {
    const response = await answered(request, bodyOf(question));
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
    request.destroy();
  }
}

function opened(question: Question, signal: AbortSignal): ClientRequest {
  const { url, addresses, method, ca } = question;
  const isSecure = url.protocol === 'https:';

  const options: RequestOptions & { readonly autoSelectFamilyAttemptTimeout: number } = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (isSecure ? 443 : 80),
    path: url.pathname + url.search,
    method,
    headers: headersFor(question),
    // No pool: a connection kept open would outlive the check of its address. It also goes past any proxy of the environment.
    agent: false,
    lookup: lookupAmong(addresses),
    autoSelectFamilyAttemptTimeout: msPerAddress,
    maxHeaderSize: maxHeaderBytes,
    signal,
    ...(ca === undefined ? {} : { ca }),
  };
  return (isSecure ? requestHttps : requestHttp)(options);
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

/** Answers every look-up of this connection with the addresses that were checked. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));

  return (_host, { all }, callback) => {
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}

/** What a request has come to so far, and what it failed of. */
interface Followed extends Course {
  stage: Course['stage'];
  error?: Error;
}

function follow(request: ClientRequest): Followed {
  const course: Followed = { host: request.host, stage: 'connection' };

  request.on('error', (error) => (course.error ??= error));
  request.once('socket', (socket) => {
    socket.once('connect', () => (course.stage = 'encrypted' in socket ? 'handshake' : 'header'));
    socket.once('secureConnect', () => (course.stage = 'header'));
  });
  return course;
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

/** A server changed to another protocol, which nobody had asked it to. */
class UnaskedUpgrade extends Error {
  readonly code = 'HPE_UNASKED_UPGRADE';
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
}
