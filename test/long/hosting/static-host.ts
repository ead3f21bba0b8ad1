import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { isListening, until } from '../../support/until.ts';

/** A web server with its documented configuration. */
export interface StaticHost {
  readonly program: string;
  /** Whether to fail rather than skip when it is not installed. */
  readonly isRequired: boolean;
  /** Writes the configuration into `folder`. Returns the arguments that run the server in the foreground. */
  configure(
    site: HostedSite,
  ): Promise<{ readonly args: readonly string[]; readonly env?: NodeJS.ProcessEnv }>;
}

export interface HostedSite {
  /** The built site. */
  readonly root: string;
  readonly port: number;
  /** A folder that the web server may write to. */
  readonly folder: string;
}

export interface RunningHost {
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian installs web servers into folders that are not on an ordinary user's PATH. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** The path of a program; undefined when it is not installed. */
export function pathOf(program: string): string | undefined {
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** @throws {Error} with the program's output, when it exits before it listens */
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

  await until(`the start of ${host.program}`, () => {
    if (child.exitCode !== null) throw new Error(`${host.program} did not start: ${printed.join('')}`);
    return isListening(port);
  });
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
