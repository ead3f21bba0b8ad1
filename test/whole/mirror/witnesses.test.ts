import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { mirrorCommand } from '../../../scripts/mirror.ts';
import { witnessSigner } from '../../../src/mirror/open-witness.ts';
import { countCosignatures, printWitness } from '../../../src/transparency/cosignature.ts';
import { openCheckpoint } from '../../../src/transparency/log-copy.ts';
import { type NoteSigner, type NoteVerifier, readVerifier } from '../../../src/transparency/signed-note.ts';
import { callCommand } from '../../support/call-command.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { freePort } from '../../support/free-port.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { buildTimeoutMs, soon } from '../../support/soon.ts';

const script = fileURLToPath(new URL('../../../scripts/mirror.ts', import.meta.url));
const Health = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });

/** A mirror that is a witness, in a process of its own. */
interface WitnessMirror {
  readonly folder: string;
  readonly url: string;
  readonly keyFile: string;
  readonly signer: NoteSigner;
  child: ChildProcess | undefined;
  stderr: string;
}

const [honest, forking] = await Promise.all([Workplace.make(), Workplace.make()]);
const witnesses: WitnessMirror[] = [];
const servers: RunningServer[] = [];
/** Two servers with these settings say that they are the same log. */
let settings: NodeJS.ProcessEnv;
let vkeys: string;

async function aWitness(name: string): Promise<WitnessMirror> {
  const keyFile = await makeSigningKey(honest.folder, name);
  const signer = await witnessSigner('', await readFile(keyFile, 'utf8'));
  const url = `http://127.0.0.1:${String(await freePort())}`;
  return { folder: join(honest.folder, `of ${name}`), url, keyFile, signer, child: undefined, stderr: '' };
}

/** Starts a witness, and waits until it listens. */
async function start(witness: WitnessMirror): Promise<void> {
  const { folder, keyFile, signer, url } = witness;
  const place = ['--from', honestServer().url, '--to', folder, '--follow'];
  const options = ['--witness', new URL(url).port, '--witness-key', keyFile];
  const { HOST: _, ...env } = process.env;
  const child = spawn(process.execPath, [script, ...place, ...options], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  witness.stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (witness.stderr += chunk.toString()));
  witness.child = child;
  await vi.waitFor(() => {
    expect(witness.stderr).toContain(`LOG_WITNESSES="${printWitness(signer)} ${url}"\n`);
  }, soon);
}

async function kill({ child }: WitnessMirror): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function startCatalog(place: Workplace, ...names: readonly string[]): Promise<RunningServer> {
  await writeCatalog(place.catalog, ...names.map((name) => serviceNamed(name)));
  const server = await startServer({ ...place.environment, ...settings });
  servers.push(server);
  return server;
}

function honestServer(): RunningServer {
  const [server] = servers;
  if (!server) throw new Error('the server does not run');
  return server;
}

async function list(name: string): Promise<void> {
  const body = { ...aRegistration(name), category: 'ai-inference' };
  expect((await register(honestServer().url, await honest.key(name, settings), body)).status).toBe(201);
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();
const checkpointOf = ({ url }: RunningServer): Promise<string> => textAt(`${url}/log/checkpoint`);
const healthOf = async ({ url }: RunningServer) => Health.parse(await (await fetch(`${url}/health`)).json());

async function logKey(): Promise<NoteVerifier> {
  const verifier = readVerifier(await textAt(`${honestServer().url}/log/vkey`));
  if (!verifier) throw new Error('the key of the log cannot be read');
  return verifier;
}

/** How many of the witnesses cosigned a checkpoint. */
function countIn(note: string): number {
  const signers = witnesses.map(({ signer }) => signer);
  return countCosignatures(note, signers, new Date());
}

async function cosigned(server: RunningServer): Promise<{ size: number; count: number }> {
  const note = await checkpointOf(server);
  return { size: openCheckpoint(note, await logKey()).size, count: countIn(note) };
}

/** One of the checkpoints that a witness keeps as proof. */
const headOf = ({ folder }: WitnessMirror, number: number): Promise<string> =>
  readFile(join(folder, `witness.head-${String(number)}`), 'utf8');

const requiring = (count: number) =>
  callCommand(mirrorCommand, [
    ...['--from', honestServer().url, '--to', join(honest.folder, 'copy')],
    ...['--require', String(count), '--witnesses', vkeys],
  ]);

beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) witnesses.push(await aWitness(name));
  vkeys = join(honest.folder, 'vkeys');
  await writeFile(vkeys, witnesses.map(({ signer }) => `${printWitness(signer)}\n`).join(''));
  settings = {
    SIGNING_KEY: await makeSigningKey(honest.folder),
    SITE_URL: 'https://catalog.example.com',
    LOG_WITNESSES: witnesses.map(({ signer, url }) => `${printWitness(signer)} ${url}`).join('\n'),
  };
  await startCatalog(honest, 'alpha', 'beta');
  await Promise.all(witnesses.map(start));
});

afterAll(async () => {
  await Promise.all(witnesses.map(kill));
  await Promise.all(servers.map((server) => server.stop('SIGKILL', true)));
  await Promise.all([honest.remove(), forking.remove()]);
});

describe('a catalog with three witnesses', () => {
  it('shows the cosignatures of all on its checkpoint', async () => {
    await list('gamma');

    await expect.poll(() => cosigned(honestServer())).toEqual({ size: 3, count: 3 });
    expect((await healthOf(honestServer())).checks).toMatchObject({ log: 'ok', witnesses: 'ok' });
  });

  it('gives mirrors as many as they require, and no more', async () => {
    expect(await requiring(3)).toMatchObject({ code: 0 });
    const { code, stderr } = await requiring(4);
    expect([code, stderr]).toEqual([
      2,
      'mirror: 4 cosignatures are required, but only 3 witnesses are named; name more with --witnesses, or require fewer\n',
    ]);
  });

  it('has them in its builds, too', { timeout: buildTimeoutMs }, async () => {
    expect((await honest.build(settings)).code).toBe(0);
    const built = join(honest.folder, 'dist', 'current', 'client', 'log', 'checkpoint');

    expect(countIn(await readFile(built, 'utf8'))).toBe(3);
  });

  it('goes on without one that is killed, and health says which', async () => {
    const [one] = witnesses;
    if (!one) throw new Error('there is no witness');
    await kill(one);
    await list('delta');

    await expect.poll(() => cosigned(honestServer())).toEqual({ size: 4, count: 2 });
    expect(await healthOf(honestServer())).toMatchObject({
      status: 'degraded',
      checks: {
        log: 'ok',
        witnesses: `checkpoints lack the cosignatures of 1 of 3 witnesses. ${one.signer.name}: cannot be reached: the connection was refused`,
      },
    });
    expect(await requiring(2)).toMatchObject({ code: 0 });
  });

  it('finds a witness that was restarted where it was', async () => {
    const [one] = witnesses;
    if (!one) throw new Error('there is no witness');
    await start(one);
    const body = `old 0\n\n${await checkpointOf(honestServer())}`;
    const answer = await fetch(`${one.url}/add-checkpoint`, { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([409, '3\n']);

    await list('epsilon');
    await expect.poll(() => cosigned(honestServer())).toEqual({ size: 5, count: 3 });
    expect((await healthOf(honestServer())).checks['witnesses']).toBe('ok');
  });

  it('that shows another history gets no cosignature: every witness keeps both, and says so once', async () => {
    const fork = await startCatalog(forking, 'other', 'services');
    // The server shows an empty log until its entries about the files are committed.
    await expect.poll(() => cosigned(fork)).toEqual({ size: 2, count: 0 });
    await expect
      .poll(async () => (await healthOf(fork)).checks['witnesses'])
      .toContain('of 3 of 3 witnesses');

    const key = await logKey();
    const forked = openCheckpoint(await checkpointOf(fork), key);
    for (const witness of witnesses) {
      // On a busy machine, the fork may have given up on a witness, which it asks again a minute later.
      const body = `old 0\n\n${await checkpointOf(fork)}`;
      expect((await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })).ok).toBe(false);
      const [first, second] = await Promise.all([headOf(witness, 1), headOf(witness, 2)]);
      expect(openCheckpoint(first, key).size).toBeGreaterThan(2);
      expect(openCheckpoint(second, key)).toEqual(forked);
      await expect.poll(() => witness.stderr.match(/signed two histories/g)).toHaveLength(1);
    }
  });

  it('gets no more cosignatures from then on', async () => {
    await list('zeta');
    await expect
      .poll(async () => (await healthOf(honestServer())).checks['witnesses'])
      .toContain('of 3 of 3 witnesses');

    expect(await cosigned(honestServer())).toEqual({ size: 6, count: 0 });
  });
});
