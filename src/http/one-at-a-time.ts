import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets a connection have one request under way, which is all that HTTP/1.1 can answer. Node would hand over every request that a client
 * pipelines as soon as it is parsed: thousands in one turn of the event loop, each with a file of its own.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  /** What waits behind the request that is under way. */
  const lines = new WeakMap<Socket, (() => void)[]>();

  const begin = (request: IncomingMessage, response: ServerResponse, line: (() => void)[]): void => {
    const { socket } = request;
    response.on('close', () => {
      const next = line.shift();
      if (!next || socket.destroyed) lines.delete(socket);
      else setImmediate(next);
      if (line.length === 0 && socket.isPaused()) socket.resume();
    });
    listener(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line) {
      line.push(() => {
        begin(request, response, line);
      });
      socket.pause();
      return;
    }

    const own: (() => void)[] = [];
    lines.set(socket, own);
    begin(request, response, own);
  };
}
