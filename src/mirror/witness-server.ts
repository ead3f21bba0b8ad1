import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { messageOf } from '../domain/error-code.ts';
import { printable } from '../domain/plain-text.ts';
import { connectionFault } from '../domain/system-fault.ts';
import { maxRequestBytes } from '../transparency/add-checkpoint.ts';
import { MirrorFault } from './mirror-fault.ts';
import type { Notice } from './surroundings.ts';
import type { Witness, WitnessReply } from './witness.ts';

export interface WitnessPlace {
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
}

/** A request is a few kB, and its answer a line: whoever takes longer, or opens more connections, is cut off. */
const limits = {
  requestTimeout: 10_000,
  headersTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
};
const maxConnections = 64;

/** Plain text unless it has another type. */
type Answer = readonly [status: number, text: string, type?: string];
type Served = Pick<Witness, 'add' | 'cosigned' | 'origin'>;

/** Serves a witness: `POST /add-checkpoint`, and its newest checkpoint at `/<SHA-256 of the origin>/checkpoint`. */
export class WitnessServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @throws {MirrorFault} when the port cannot be listened on */
  static async listen(
    witness: Served,
    { port, host }: WitnessPlace,
    notice: (notice: Notice) => void,
  ): Promise<WitnessServer> {
    const server = createServer(limits, (request, response) => {
      void answerTo(request, witness)
        .catch((error: unknown): Answer => {
          // Whoever breaks off must not fill the operator's terminal.
          if (!request.complete) return [400, 'the request broke off\n'];
          const text = `a request to the witness failed: ${printable(messageOf(error))}`;
          notice({ level: 'warning', text });
          return [500, 'the witness failed\n'];
        })
        .then((answer) => send(response, answer));
    });
    server.maxConnections = maxConnections;

    try {
      server.listen(port, host);
      await once(server, 'listening');
    } catch (error) {
      throw new MirrorFault(
        'usage',
        `the witness cannot listen on port ${String(port)} of ${printable(host, 100)} (${connectionFault(error)}); choose another one with --witness or HOST`,
        { cause: error },
      );
    }
    return new WitnessServer(server);
  }

  /** Its address, without TLS. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') return '';

    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${String(address.port)}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function answerTo(request: IncomingMessage, witness: Served): Promise<Answer> {
  const { method, url } = request;
  if (method === 'POST' && url === '/add-checkpoint') {
    const body = await bodyOf(request);
    return body === undefined
      ? [413, 'the request is larger than 20 KiB\n']
      : answerOf(await witness.add(body));
  }

  const hash = createHash('sha256').update(witness.origin).digest('hex');
  const note = url === `/${hash}/checkpoint` && method === 'GET' ? witness.cosigned : undefined;
  return note === undefined ? [404, 'there is POST /add-checkpoint\n'] : [200, note];
}

function answerOf(reply: WitnessReply): Answer {
  if (reply.status === 200) return [200, reply.line];
  if ('known' in reply) return [409, `${String(reply.known)}\n`, 'text/x.tlog.size'];
  return [reply.status, `${reply.reason}\n`];
}

/** Undefined for a body that is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxRequestBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A request that was not read to its end ends its connection. */
function send(response: ServerResponse, [status, text, type = 'text/plain; charset=utf-8']: Answer): void {
  const close = response.req.complete ? {} : { connection: 'close' };

  response.writeHead(status, { 'content-type': type, ...close }).end(text);
}
