import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Handles one request per connection at a time, which is all that HTTP/1.1 can answer anyway. Node would emit all pipelined requests
 * as soon as they are parsed: thousands in one turn of the event loop, each possibly opening a file.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  /** Requests that wait behind the one being answered. */
  const queues = new WeakMap<Socket, (() => void)[]>();

  const start = (request: IncomingMessage, response: ServerResponse, queue: (() => void)[]): void => {
    const { socket } = request;
    response.on('close', () => {
      const next = queue.shift();
      if (!next || socket.destroyed) queues.delete(socket);
      else setImmediate(next);
      if (queue.length === 0 && socket.isPaused()) socket.resume();
    });
    listener(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (queue) {
      queue.push(() => {
        start(request, response, queue);
      });
      socket.pause();
      return;
    }

    const newQueue: (() => void)[] = [];
    queues.set(socket, newQueue);
    start(request, response, newQueue);
  };
}
