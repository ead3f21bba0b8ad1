import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';
import { isListening, until } from './until.ts';

/** PgBouncer; undefined where it is not installed. */
export const pgbouncer = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => existsSync(file));

/** A PgBouncer in transaction mode. */
export interface Pooler {
  /** The URL of a database behind it. */
  readonly urlOf: (database: string) => string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer before the PostgreSQL whose socket is in a folder. Two transactions at once get a connection each; others wait. */
export async function startPooler(socketFolder: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-pooler-'));
  const [port, file] = [await freePort(), join(folder, 'pgbouncer.ini')];
  await writeFile(
    file,
    `[databases]
* = host=${socketFolder} user=tollbook
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
server_idle_timeout = 1
`,
  );
  await chmod(folder, 0o755);
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(pgbouncer ?? '', ['-q', ...asNobody, file], { stdio: 'ignore' });
  await until('the start of PgBouncer', () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${String(child.exitCode)}`);
    return isListening(port);
  });

  return {
    urlOf: (database) => `postgres://tollbook@127.0.0.1:${String(port)}/${database}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
