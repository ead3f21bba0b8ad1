import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { Webhook as Receiver } from 'standardwebhooks';
import { z } from 'zod';
import { WebhookEvent } from '../../src/views/webhook.ts';

const Address = z.object({ port: z.number() });

/** What a target got. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** `performance.now()` at its arrival. */
  readonly at: number;
}

/** Answers a request; the response has to be ended. */
type Answer = (response: ServerResponse, received: Received) => void;

export interface WebhookTarget {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers with from now on; 204 at first. */
  answer(answer: Answer): void;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();

/** A target on this machine, on the same port as a former one if that is given. */
export async function webhookTarget(
  port = 0,
  tls?: Pick<ServerOptions, 'key' | 'cert'>,
): Promise<WebhookTarget> {
  const received: Received[] = [];
  let current = status(204);
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const at = performance.now();
    void text(request).then((body) => {
      const headers = z.record(z.string(), z.string()).parse(request.headers);
      const got = { id: headers['webhook-id'] ?? '', headers, body, at };
      received.push(got);
      current(response, got);
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${String(Address.parse(server.address()).port)}/hook`,
    received,
    answer: (answer) => {
      current = answer;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The event in a delivery, if the library of Standard Webhooks verifies it by this secret. */
export function verified({ body, headers }: Received, secret: string): z.infer<typeof WebhookEvent> {
  return WebhookEvent.parse(new Receiver(secret).verify(body, headers));
}
