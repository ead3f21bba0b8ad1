import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { errorCode } from '../domain/error-code.ts';
import { type ProblemCode, problems } from '../domain/problem.ts';
import type { Logger } from 'pino';
import type { AnswerTimes } from './answer-times.ts';
import type { Api } from './api.ts';
import { limitConnections } from './limit-connections.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { problemBody, problemType } from './problem-response.ts';
import { cutOffSlowReaders } from './slow-readers.ts';

interface Parts {
  readonly api: Api;
  readonly site: { handle(request: IncomingMessage, response: ServerResponse): void };
  readonly siteUrl: string;
  readonly log: Logger;
  /** Told how long each answer of the API took. */
  readonly times: AnswerTimes;
}

/** The whole of a request must have arrived by then. */
const requestTimeoutMs = 10_000;

const apiPath = /^\/(?:api(?!\/[\w/.-]*\.json)|health|openapi\.json)(?:[/?]|$)/;

/** The files of the API, by which a static host answers it; the server answers them as the API itself, so that they are up to date. */
const apiTwin = /^(\/api\/(?:services(?:\/[\w-]+(?:\/status)?)?|categories|export))\.json(?:\?.*)?$/s;

/** The HTTP server: the API, and the site beside it. */
export function createHttpServer({ api, site, siteUrl, log, times }: Parts): Server {
  let answered = 0;
  const answerApi = getRequestListener(
    (request, env) => {
      // Typed for HTTP/2 too, which this server does not speak.
      const { incoming, outgoing } = env as HttpBindings;
      const requestId = requestIdOf(incoming);
      tellWhenDone(log, requestId, incoming, outgoing);
      const isTimed = answered % timedEach === 0;
      const answer = (): Response | Promise<Response> =>
        api.fetch(request, { incoming, outgoing, requestId });
      answered += 1;
      return isTimed ? timed(times, answer) : answer();
    },
    { errorHandler: (error) => refuseUnreadable(error, siteUrl, log) },
  );

  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 30_000,
      // A request without Host is refused by us, with a problem that says so.
      requireHostHeader: false,
    },
    oneAtATime((request, response) => {
      request.url = originForm(request.url).replace(apiTwin, '$1');

      if (hasTwoHosts(request) || hasBadHost(request)) refuseMalformed(response, siteUrl);
      else if (apiPath.test(request.url)) void answerApi(request, response);
      else site.handle(request, response);
    }),
  );
  limitConnections(server, log);
  cutOffSlowReaders(server);
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  server.on('clientError', (error, socket) => {
    refuseBrokenRequest(error, socket, siteUrl);
  });
  return server;
}

/** Resolves with the port, which the system chooses for port 0. */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  // Too many open files, for example. Connections that are open go on.
  server.on('error', (error) => {
    log.error({ error }, 'a connection could not be accepted');
  });

  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Accepts no more connections, and resolves once every running request is answered. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  const closing = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  server.close();
  await closed;
  clearInterval(closing);
}

/** One answer of so many is timed: to ask for the time takes a part of the time that an answer does. */
const timedEach = 16;

/** Most answers are made without waiting for anything, and a promise would cost more than they do. */
function timed(times: AnswerTimes, answer: () => Response | Promise<Response>): Response | Promise<Response> {
  const started = performance.now();
  const given = answer();
  if (!(given instanceof Promise)) {
    times.add(performance.now() - started);
    return given;
  }

  return given.finally(() => times.add(performance.now() - started));
}

/** Reads are many and say little: what was written is told, a read only to who debugs. What fails is told where it fails. */
function tellWhenDone(
  log: Logger,
  requestId: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method } = request;
  const level = method === 'GET' || method === 'HEAD' ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;

  const started = performance.now();
  const path = pathOf(request);
  response.on('finish', () => {
    const ms = Math.round(performance.now() - started);
    log[level]({ requestId, method, path, status: response.statusCode, ms }, 'request');
  });
}

const longestToldPath = 200;

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');

  return (query === -1 ? url : url.slice(0, query)).slice(0, longestToldPath);
}

/** A request whose URL or Host makes no sense never reaches the app either. */
function refuseUnreadable(error: unknown, siteUrl: string, log: Logger): Response {
  const code = error instanceof RequestError ? 'request_malformed' : 'internal_error';
  if (code === 'internal_error') log.error({ error }, 'a request failed before it was read');

  return new Response(problemText(code, siteUrl), {
    status: problems[code].status,
    headers: { 'Content-Type': problemType },
  });
}

/** A request that is not HTTP, or not whole in time, never reaches the app. */
function refuseBrokenRequest(error: Error, socket: Duplex, siteUrl: string): void {
  if (!socket.writable || socket.destroyed) return;

  const code = codeOf(error);
  const status = problems[code].status;
  const body = problemText(code, siteUrl);
  socket.end(
    [
      `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
      `Content-Type: ${problemType}`,
      `Content-Length: ${String(Buffer.byteLength(body))}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function problemText(code: ProblemCode, siteUrl: string): string {
  return JSON.stringify(problemBody({ code }, siteUrl));
}

function codeOf(error: Error): ProblemCode {
  const code = errorCode(error);

  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_malformed';
}

/** Two servers on the way could each believe another one: RFC 9112, section 3.2. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) hosts += 1;
  return hosts > 1;
}

/** The last Host that was looked at and was good: nearly all requests have the same. */
let goodHost: string | undefined;

/** A Host of digits only, say, that no URL can hold: RFC 9110, section 7.2. One that is empty or missing is refused where it is needed. */
function hasBadHost({ headers: { host } }: IncomingMessage): boolean {
  if (host === undefined || host === '' || host === goodHost) return false;
  if (!URL.canParse(`http://${host}/`)) return true;

  goodHost = host;
  return false;
}

/** Every header of every request comes by: most are told apart by their length. */
function isHost(name = ''): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function refuseMalformed(response: ServerResponse, siteUrl: string): void {
  const body = problemText('request_malformed', siteUrl);

  response
    .writeHead(problems.request_malformed.status, {
      'Content-Type': problemType,
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    .end(body);
}

/** Path and query of a target, also of one that names scheme and host: RFC 9112, section 3.2.2. */
function originForm(given = '/'): string {
  const target = withoutRawBytes(given);
  if (target.startsWith('/')) return target;

  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Node lets bytes pass that no URL may hold, and gives them as Latin-1; some of them would steer a terminal that shows the log. */
function withoutRawBytes(target: string): string {
  return target.replace(/[^\x21-\x7e]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

const run = randomBytes(4).toString('hex');
let requests = 0;

/** The client's own id when it is a harmless one, else one that no other request of any run has. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)) return given;

  requests += 1;
  return `${run}-${requests.toString(36)}`;
}
