import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

/** A web server, with the configuration that the documentation gives for it. */
export interface StaticHost {
  readonly program: string;
  /** Whether its absence is a failure rather than a reason to skip. */
  readonly isRequired: boolean;
  /** Writes what it needs into `folder`, and tells how to run it in the foreground. */
  configure(
    site: HostedSite,
  ): Promise<{ readonly args: readonly string[]; readonly env?: NodeJS.ProcessEnv }>;
}

export interface HostedSite {
  /** The built site. */
  readonly root: string;
  readonly port: number;
  /** Where the web server may write. */
  readonly folder: string;
}

export interface RunningHost {
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian keeps web servers where only an administrator's shell looks for them. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where a program lies; undefined when it is not installed. */
export function pathOf(program: string): string | undefined {
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** @throws {Error} with what it printed, when it ends before it listens */
export async function startHost(
  host: StaticHost,
  site: Pick<HostedSite, 'root' | 'folder'>,
): Promise<RunningHost> {
  const path = pathOf(host.program);
  if (path === undefined) throw new Error(`${host.program} is not installed; .ci/run shows how to`);

  const port = await freePort();
  const { args, env = process.env } = await host.configure({ ...site, port });
  const child = spawn(path, args, { env, cwd: site.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  }
  const ended = once(child, 'exit');

  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${host.program} did not start: ${printed.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');

  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
