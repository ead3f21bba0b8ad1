import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';

const Address = z.object({ port: z.number() });

/** How a wire treats bytes: passes them on, passes them on late, or keeps them. */
type Manner = { readonly delayMs: number } | 'silent';

/** Bytes between a client and a server, in whose way things can get. */
export class Wire {
  readonly port: number;
  #manner: Manner = { delayMs: 0 };
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#server.on('connection', (socket: Socket) => {
      this.#keep(socket);
    });
    this.port = port;
  }

  /** A wire to a socket file. */
  static async to(path: string): Promise<Wire> {
    const server = createServer((client) => {
      const upstream = connect(path);
      wire.#keep(upstream);
      wire.#join(client, upstream);
      wire.#join(upstream, client);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const wire = new Wire(server, Address.parse(server.address()).port);
    return wire;
  }

  /** From now on, every piece of bytes is so late. */
  slowDown(delayMs: number): void {
    this.#manner = { delayMs };
  }

  /** From now on, nothing passes, and nobody is told. */
  fallSilent(): void {
    this.#manner = 'silent';
  }

  /** Passes new connections on as it should; those that were open are cut. */
  mend(): void {
    this.#manner = { delayMs: 0 };
    this.cut();
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#open.delete(socket));
  }

  #join(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      const manner = this.#manner;
      if (manner === 'silent') return;
      if (manner.delayMs === 0) to.write(bytes);
      // eslint-disable-next-line no-restricted-syntax -- A slow wire is what tests ask for.
      else setTimeout(() => to.write(bytes), manner.delayMs);
    });
    from.once('close', () => to.destroy());
  }
}
