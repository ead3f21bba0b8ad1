import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { forRequest } from '../live/request-context.ts';
import { type Problem, problemBody, type ProblemCode, problems } from '../views/problem.ts';
import { errorCode } from '../domain/error-code.ts';
import type { Logger } from 'pino';
import type { AnswerTimes } from './answer-times.ts';
import type { Api } from './api.ts';
import type { Clients } from './clients.ts';
import type { HotAnswers } from './hot-answers.ts';
import { limitConnections } from './limit-connections.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { problemType } from './problem-response.ts';
import { loggedPath, logWhenDone } from './request-log.ts';
import type { RequestTimes } from './request-times.ts';
import { cutOffSlowReaders, openResponses } from './slow-readers.ts';

interface Parts {
  readonly api: Api;
  readonly site: { handle(request: IncomingMessage, response: ServerResponse): void };
  readonly hot: HotAnswers;
  readonly clients: Clients;
  /** Whether each client may hold only its share of the connections. */
  readonly isByClient: boolean;
  /** Requests wait for this before they are answered; undefined for no wait. */
  readonly returning?: (() => Promise<void> | undefined) | undefined;
  readonly siteUrl: string;
  readonly log: Logger;
  /** Counts requests; undefined where nobody asks. */
  readonly requests?: RequestTimes | undefined;
  /** Receives how long API responses take. */
  readonly times: AnswerTimes;
}

/** How long a client may take to send its whole request. */
const requestTimeoutMs = 10_000;

const apiPath =
  /^\/(?:api(?!\/[\w/.-]*\.json)|ard|discovery|health|log|mcp|metrics|openapi\.json|ready|\.well-known\/(?:api-catalog|http-message-signatures-directory|(?:ard|ai-catalog)\.json))(?:[/?]|$)/;

/** The static copies of API responses. The server answers these paths from the API itself, so that they are up to date. */
const staticCopy = /^(\/api\/(?:services(?:\/[\w-]+(?:\/status)?)?|categories|export))\.json(?:\?.*)?$/s;

/** Where clients made for the catalog of CDP look for x402 discovery, below the address that they are given. */
const cdpPrefix = /^\/(?:platform\/)?v2\/x402(?=\/discovery\/)/;

/** Creates the HTTP server for the API and the site. */
export function createHttpServer(parts: Parts): Server {
  const { api, site, hot, clients, isByClient, returning, siteUrl, log, times, requests } = parts;
  const answerApi = getRequestListener(
    (request, bindings) => {
      // The type allows for HTTP/2, which this server does not speak.
      const { incoming, outgoing } = bindings as HttpBindings;
      const requestId = clients.requestIdOf(incoming);
      logWhenDone(log, requestId, loggedPath(incoming), outgoing);
      const env = { incoming, outgoing, requestId, client: clients.of(incoming) };
      return timed(times, () => forRequest(requestId, () => api.fetch(request, env)));
    },
    { errorHandler: (error) => refuseUnreadable(error, siteUrl, log) },
  );

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // Its connection was refused before it came.
    if (request.socket.writableEnded) return;
    if (hot.answer(request, response)) return;
    requests?.watch(response);
    request.url = originForm(request.url).replace(staticCopy, '$1').replace(cdpPrefix, '');

    if (hasTwoHosts(request) || hasBadHost(request)) refuseMalformed(response, siteUrl);
    else if (apiPath.test(request.url)) void answerApi(request, response);
    else site.handle(request, response);
  };

  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 30_000,
      // We refuse requests without Host ourselves, with a problem document.
      requireHostHeader: false,
    },
    oneAtATime((request, response) => {
      const returned = returning?.();
      if (!returned) answer(request, response);
      else void returned.then(() => answer(request, response));
    }),
  );
  limitConnections(server, {
    ...{ clients, isByClient, log },
    refuse: (socket) => {
      refuseConnection(socket, siteUrl);
    },
  });
  cutOffSlowReaders(server);
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  server.on('clientError', (error, socket) => {
    refuseBrokenRequest(error, socket, siteUrl);
  });
  return server;
}

const nameWithoutAddress = 'has a host name without an address; set HOST to one of this machine';

/** Why the system refuses an address to listen on, and the cure. */
const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program; stop that, or set PORT to another port',
  EADDRNOTAVAIL: 'is no address of this machine; set HOST to one that is, or to 0.0.0.0 for all',
  EACCES: 'may not be used by this user; set PORT to one above 1023',
  ENOTFOUND: nameWithoutAddress,
  EAI_AGAIN: nameWithoutAddress,
};

/**
 * Resolves with the port, which the system chooses for port 0.
 *
 * @throws {Error} that names the address and the setting to change, when the system refuses it.
 */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    const fault = listenFaults[errorCode(error) ?? ''];
    throw fault === undefined ? error : new Error(`${host}:${String(port)} ${fault}`, { cause: error });
  });
  // Too many open files, for example. Connections that are open go on.
  server.on('error', (error) => {
    log.error({ error }, 'a connection could not be accepted');
  });

  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** How long downloads may go on after the server was asked to stop: less than it has for stopping. */
const downloadGraceMs = 5_000;

/**
 * Accepts no more connections, and resolves once every running request is answered. Answers that are still being sent after a while are
 * cut off; their clients notice that, and ask again.
 */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  const closing = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  const cutting = setTimeout(() => {
    for (const response of openResponses(server)) if (response.headersSent) response.destroy();
  }, downloadGraceMs);
  server.close();
  await closed;
  clearTimeout(cutting);
  clearInterval(closing);
}

/** Most responses are synchronous, and turning those into promises would cost more than making them. */
function timed(times: AnswerTimes, answer: () => Response | Promise<Response>): Response | Promise<Response> {
  const started = performance.now();
  const end = (): void => times.add(performance.now() - started);
  const response = answer();
  if (response instanceof Promise) return response.finally(end);

  end();
  return response;
}

/** Refuses a request whose URL or Host is invalid before it reaches the app. */
function refuseUnreadable(error: unknown, siteUrl: string, log: Logger): Response {
  const code = error instanceof RequestError ? 'request_malformed' : 'internal_error';
  if (code === 'internal_error') log.error({ error }, 'a request failed before it reached the API');

  return new Response(problemText({ code }, siteUrl), {
    status: problems[code].status,
    headers: { 'Content-Type': problemType },
  });
}

/** Refuses a request that is not HTTP, or not complete in time. */
function refuseBrokenRequest(error: Error, socket: Duplex, siteUrl: string): void {
  if (!socket.writable || socket.destroyed) return;

  socket.end(rawRefusal({ code: codeOf(error) }, siteUrl));
}

/** Seconds after which a client that holds its share of the connections may try again: as long as an idle one stays open. */
const connectionRetrySeconds = 30;

const tooManyConnections: Problem = {
  code: 'too_many_requests',
  detail: 'You have as many connections open as one client may; use those, or close some.',
  retryAfterSeconds: connectionRetrySeconds,
};

/** Answers a connection before its first request, and closes it. */
function refuseConnection(socket: Socket, siteUrl: string): void {
  socket.end(rawRefusal(tooManyConnections, siteUrl), () => {
    socket.destroy();
  });
}

/** A whole response, for a connection without a request that could be answered. */
function rawRefusal(problem: Problem, siteUrl: string): string {
  const { status } = problems[problem.code];
  const body = problemText(problem, siteUrl);
  const { retryAfterSeconds } = problem;

  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${String(retryAfterSeconds)}`]),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function problemText(problem: Problem, siteUrl: string): string {
  return JSON.stringify(problemBody(problem, siteUrl));
}

function codeOf(error: Error): ProblemCode {
  const code = errorCode(error);

  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_malformed';
}

/** With two Host headers, a proxy and this server could each trust a different one: RFC 9112, section 3.2. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) hosts += 1;
  return hosts > 1;
}

/**
 * Whether Host is one that no URL can hold, such as a very long number: RFC 9110, section 7.2. An empty or missing one is refused
 * later, where it is needed.
 */
function hasBadHost({ headers: { host } }: IncomingMessage): boolean {
  return host !== undefined && host !== '' && !URL.canParse(`http://${host}/`);
}

/** Runs for every header of every request, so it compares lengths first. */
function isHost(name = ''): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function refuseMalformed(response: ServerResponse, siteUrl: string): void {
  const body = problemText({ code: 'request_malformed' }, siteUrl);

  response
    .writeHead(problems.request_malformed.status, {
      'Content-Type': problemType,
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    .end(body);
}

/** The path and query of a request target, even when it names scheme and host: RFC 9112, section 3.2.2. */
function originForm(url = '/'): string {
  const target = escapeRawBytes(url);
  if (target.startsWith('/')) return target;

  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Node passes on bytes that are invalid in URLs, decoded as Latin-1. Unescaped, some could control a terminal that shows the log. */
function escapeRawBytes(target: string): string {
  return target.replace(/[^\x21-\x7e]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
