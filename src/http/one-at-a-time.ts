import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of a connection. */
interface Line {
  isBusy: boolean;
  /** Start the requests that wait behind the one being answered. */
  readonly waiting: (() => void)[];
}

/**
 * Handles one request per connection at a time, which is all that HTTP/1.1 can answer anyway. Node would emit all pipelined requests
 * as soon as they are parsed: thousands in one turn of the event loop, each possibly opening a file.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const start = (request: IncomingMessage, response: ServerResponse, line: Line): void => {
    line.isBusy = true;
    response.on('close', startNext);
    listener(request, response);
  };

  /** One function for all responses: making one for each takes a noticeable share of the time of a response. */
  function startNext(this: ServerResponse): void {
    const { socket } = this.req;
    const line = lines.get(socket);
    if (!line) return;

    const next = line.waiting.shift();
    line.isBusy = next !== undefined;
    if (next && !socket.destroyed) setImmediate(next);
    if (line.waiting.length === 0 && socket.isPaused()) socket.resume();
  }

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { isBusy: false, waiting: [] };
    lines.set(socket, line);
    if (!line.isBusy) {
      start(request, response, line);
      return;
    }

    line.waiting.push(() => {
      start(request, response, line);
    });
    socket.pause();
  };
}
