import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, basename } from 'node:path';
import { z } from 'zod';
import type { BareRepository } from './bare-repository.ts';

const Address = z.object({ port: z.number() });

/** How the daemon treats connections: serves them, never answers, or takes pushes without a word about what became of them. */
type Manner = 'serves' | 'hangs' | 'swallows';

/** Serves a bare repository at a `git://` URL, by `git daemon`, over a wire that can be cut. */
export class GitDaemon {
  manner: Manner = 'serves';
  readonly #folder: string;
  readonly #name: string;
  #port = 0;
  #server: Server | undefined;
  readonly #open = new Set<Socket | ChildProcess>();

  private constructor(path: string) {
    this.#folder = dirname(path);
    this.#name = basename(path);
  }

  static async start({ path }: BareRepository): Promise<GitDaemon> {
    const daemon = new GitDaemon(path);
    await daemon.comeBack();
    return daemon;
  }

  get url(): string {
    return `git://127.0.0.1:${String(this.#port)}/${this.#name}`;
  }

  async comeBack(): Promise<void> {
    this.#server = createServer((socket) => {
      this.#serve(socket);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = Address.parse(this.#server.address()).port;
  }

  /** Cuts every connection, and refuses new ones until it comes back. */
  async goAway(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const one of this.#open) {
      if ('destroy' in one) one.destroy();
      else one.kill();
    }
    server?.close();
    if (server) await once(server, 'close');
  }

  #serve(socket: Socket): void {
    this.#keep(socket, 'close');
    socket.on('error', () => undefined);
    if (this.manner === 'hangs') return;

    const git = spawn(
      'git',
      ['daemon', '--inetd', '--export-all', '--enable=receive-pack', `--base-path=${this.#folder}`],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    this.#keep(git, 'exit');
    git.stdin.on('error', () => undefined);
    socket.pipe(git.stdin);
    if (this.manner === 'swallows') swallowReports(socket, git);
    else git.stdout.pipe(socket);
  }

  #keep(one: Socket | ChildProcess, end: string): void {
    this.#open.add(one);
    one.once(end, () => this.#open.delete(one));
  }
}

/** Passes on which refs there are. After a client has sent its commits, it hears no more, and the connection is cut in the end. */
function swallowReports(socket: Socket, git: ChildProcess): void {
  let isPush = false;
  let sent = 0;
  socket.on('data', (chunk: Buffer) => {
    sent += 1;
    isPush ||= sent === 1 && chunk.includes('git-receive-pack');
  });
  git.stdout?.on('data', (chunk: Buffer) => {
    if (!isPush || sent === 1) socket.write(chunk);
  });
  git.once('exit', () => {
    if (isPush) socket.destroy();
    else socket.end();
  });
}
