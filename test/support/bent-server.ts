import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from './listening.ts';

/** One answer: a status, headers and a body, or anything that a handler does with the response. */
type Step =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((response: ServerResponse, request: IncomingMessage) => void);

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server that answers with the given steps, one a request; the last one for ever. */
export async function bentServer(...steps: readonly [Step, ...Step[]]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const step = steps[Math.min(seen.length, steps.length - 1)] ?? steps[0];
      const { method = '', url: path = '', headers } = request;
      seen.push({ method, path, headers, body });
      if (typeof step === 'function') step(response, request);
      else {
        response
          .writeHead(step.status, { 'Content-Type': 'application/json', ...step.headers })
          .end(typeof step.body === 'string' ? step.body : JSON.stringify(step.body ?? {}));
      }
    });
  });

  return { url: await listening(server), seen };
}

export function problem(
  status: number,
  code: string,
  members: object = {},
  headers: Record<string, string> = {},
) {
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title: 'A title', status, detail: 'A detail.', code, ...members },
  };
}
