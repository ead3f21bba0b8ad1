import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { soon } from './soon.ts';
import { until } from './until.ts';

const execute = promisify(execFile);

/** PostgreSQL refuses to run as root, so root runs it as the user nobody. */
const nobody = 65_534;

/** Where Debian has the programs of a server, beside the PATH. */
const debian = '/usr/lib/postgresql/*/bin';

/** The programs of a PostgreSQL server; undefined where none is installed. */
export const programs = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...globSync(debian).toSorted().reverse(),
].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));

/**
 * The URL of a server in this folder, which the first caller of all test files starts. It listens on a socket in the folder only, and keeps nothing
 * through a crash of the machine, which makes it fast.
 */
export async function serverIn(folder: string): Promise<string> {
  try {
    await mkdir(join(folder, 'starting'));
    await start(folder);
  } catch (error) {
    if (!isTaken(error)) throw error;
    await hasStarted(folder);
  }

  return `postgres://tollbook@localhost/postgres?host=${encodeURIComponent(folder)}`;
}

/** Waits for the server that another caller starts. */
function hasStarted(folder: string): Promise<void> {
  const what = `the start of PostgreSQL, of which ${join(folder, 'log')} tells,`;

  return until(what, () => existsSync(join(folder, 'started')), { ...soon, timeout: 10 * soon.timeout });
}

/** Starts a server of its own that also listens to TLS at a port of localhost. Its certificate, `certificate.pem`, is for that name. */
export async function tlsServerIn(folder: string): Promise<string> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await execute('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...[
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
  ]);
  if (isRoot()) await chown(key, nobody, nobody);
  const port = await freePort();
  await start(
    folder,
    `-c ssl=on -c ssl_cert_file=${certificate} -c ssl_key_file=${key} -c listen_addresses=localhost -c port=${String(port)}`,
  );

  return `localhost:${String(port)}`;
}

async function start(folder: string, more?: string): Promise<void> {
  if (isRoot()) await chown(folder, nobody, nobody);
  await run('initdb', [
    ...data(folder),
    '--username=tollbook',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
  ]);
  await startAgainIn(folder, more);
}

/** Starts the server of a folder after it was stopped. */
export async function startAgainIn(folder: string, more = '-c listen_addresses='): Promise<void> {
  const settings = `${more} -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`;
  await run('pg_ctl', [...data(folder), 'start', '-w', '-o', settings, '-l', join(folder, 'log')]);
  await writeFile(join(folder, 'started'), '');
}

/** Stops the server of a folder, if one was started. */
export async function stopServerIn(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'started'))) return;

  await run('pg_ctl', [...data(folder), 'stop', '-m', 'immediate', '-w']);
  await rm(join(folder, 'started'));
}

function data(folder: string): string[] {
  return ['-D', join(folder, 'data')];
}

/** Runs a program of the server as a user that it accepts. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const as = isRoot() ? { uid: nobody, gid: nobody } : {};
  const file = join(programs ?? '', program);
  await execute(file, args, { ...as, cwd: dirname(file), env: { ...process.env, LC_ALL: 'C' } });
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
