import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { ObservedView } from '../../../src/views/observed-terms.ts';
import { PaymentsView } from '../../../src/views/payments.ts';
import { freePort } from '../../support/free-port.ts';
import { installPackages } from '../../support/own-packages.ts';
import { descendantsOf, isAlive } from '../../support/running-server.ts';
import { runProcess } from '../../support/run-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The demo gives up after five minutes by itself, and says what it waited for. */
const longestMs = 330_000;
vi.setConfig({ testTimeout: longestMs, hookTimeout: longestMs });

const isInstalled = await installPackages(join(root, 'economy'));

/** A running demo whose temporary folders are in a folder of the test. */
interface Running {
  readonly child: ChildProcess;
  readonly temporary: string;
  readonly output: () => string;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts a command in a process group of its own, as a shell does. */
async function start(command: string, ...args: string[]): Promise<Running> {
  const temporary = await mkdtemp(join(tmpdir(), 'tollbook-'));
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);

  return { child, temporary, output: () => output, ended };
}

/** Starts the demo on a port that nothing else uses, since other tests run at the same time. */
async function startDemo(): Promise<Running & { readonly port: number }> {
  const port = await freePort();

  return { ...(await start(process.execPath, 'scripts/demo.ts', '--port', String(port))), port };
}

/** How many services the catalog of a demo lists. */
async function listed(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/services?limit=1`).catch(() => undefined);
  return Number(answer?.headers.get('x-total-count') ?? 0);
}

/** Ends it with everything it started, if it is still there. */
async function clear({ child, temporary }: Running): Promise<void> {
  const { pid = 0, exitCode, signalCode } = child;
  if (exitCode === null && signalCode === null) {
    for (const each of [...(await descendantsOf(pid)), pid]) process.kill(each, 'SIGKILL');
  }
  await rm(temporary, { recursive: true, force: true });
}

/** A demo that is cleared away when the test ends. */
async function aDemo() {
  const demo = await startDemo();
  onTestFinished(() => clear(demo));

  return demo;
}

function signalGroup({ child: { pid = 0 } }: Running, signal: NodeJS.Signals): void {
  process.kill(-pid, signal);
}

async function prints({ output, child }: Running, text: string): Promise<void> {
  await vi.waitUntil(() => output().includes(text) || child.exitCode !== null, {
    timeout: longestMs,
    interval: 50,
  });
  expect(output()).toContain(text);
}

/** What a demo may leave behind: files, processes and a port that answers. */
async function leftBy({ temporary }: Running, pids: readonly number[], port: number | undefined) {
  const alive = await Promise.all(pids.map(isAlive));
  const answers =
    port !== undefined && (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined));

  return {
    files: (await readdir(temporary)).filter((name) => name.startsWith('tollbook')),
    processes: pids.filter((_, number) => alive[number]),
    answers: answers instanceof Response,
  };
}

const nothing = { files: [], processes: [], answers: false };

/** The files of the checkout that are not committed, without those that the tests beside this one write. */
async function gitStatus(): Promise<string[]> {
  const { stdout } = await runProcess('git', ['status', '--porcelain', '--ignored=matching'], { cwd: root });

  return stdout.split('\n').filter((line) => !/^!! (?:\.astro|test-results)\//.test(line));
}

async function api(url: string, id: string, part: string): Promise<unknown> {
  return (await fetch(`${url}/api/services/${id}/${part}`)).json();
}

describe.skipIf(!isInstalled)('npm run demo', () => {
  let demo: Running;
  let before: readonly string[];
  let url: string;
  /** Ids of services by the word that the demo prints before them. */
  const ids = new Map<string, string>();

  const observed = async (label: string) =>
    ObservedView.parse(await api(url, ids.get(label) ?? '', 'observed'));
  const payments = async (label: string) =>
    PaymentsView.parse(await api(url, ids.get(label) ?? '', 'payments'));

  beforeAll(async () => {
    before = await gitStatus();
    demo = await startDemo();
    await prints(demo, 'PRIVATE_KEY=');
    [, url = ''] = /^Ready: (http:\S+)\//m.exec(demo.output()) ?? [];
    for (const [, label = '', id = ''] of demo
      .output()
      .matchAll(/^ {2}([^:]+): +http:\S+\/services\/([\w-]+)\//gm)) {
      ids.set(label, id);
    }
  });

  afterAll(async () => {
    if (isInstalled) await clear(demo);
  });

  it.for([
    ['paid for', 'verified', 'verified'],
    ['verified', 'verified', 'verified'],
    ['wrong price', 'price_mismatch', 'unverified'],
    ['changed wallet', 'payto_mismatch', 'unverified'],
    ['slow', 'verified', 'verified'],
    ['gone', 'unreachable', 'verified'],
    ['no 402', 'unread', 'unverified'],
    ['fails', 'verified', 'verified'],
    ['in euros', 'verified', 'verified'],
    ['by POST', 'verified', 'verified'],
    ['x402 v1', 'verified', 'verified'],
  ] as const)('has checked the service that is %s', async ([label, verdict, status]) => {
    expect(await observed(label)).toMatchObject({ verdict });
    expect(await api(url, ids.get(label) ?? '', 'status')).toMatchObject({ status });
  });

  it('shows the live price, the slow answers and the method that it names', async () => {
    const price = (await observed('wrong price')).fields.find(({ field }) => field === 'price');
    const { latest } = z
      .object({ latest: z.array(z.object({ latencyMs: z.int() })) })
      .parse(await api(url, ids.get('slow') ?? '', 'checks'));

    expect(price).toEqual({ field: 'price', declared: '0.002', observed: '0.02', match: false });
    expect(latest[0]?.latencyMs).toBeGreaterThanOrEqual(3_000);
    expect((await observed('by POST')).method).toBe('POST');
  });

  it('has counted what was paid, by whom, and in which currency', async () => {
    const paid = await payments('paid for');
    expect(paid).toMatchObject({ counted: true, attribution: 'service', uniquePayers: 3, flags: [] });
    expect(paid.txCount).toBeGreaterThanOrEqual(65);
    expect(paid.days.length).toBeGreaterThanOrEqual(14);

    expect(await payments('in euros')).toMatchObject({ currency: 'EURC', uniquePayers: 2 });
    expect(await payments('one wallet')).toMatchObject({ attribution: 'wallet', sharedWith: 1 });
    expect((await payments('for two')).wallet).toBe((await payments('one wallet')).wallet);
    expect(await payments('self-paid')).toMatchObject({
      txCount: 4,
      uniquePayers: 1,
      flags: ['self_payments', 'single_payer'],
    });
    expect(await payments('unpaid')).toMatchObject({ counted: true, txCount: 0 });
  });

  it.for([
    ['paid for', 'delivers'],
    ['fails', 'fails'],
  ] as const)('has heard the buyers of the service that is %s', async ([label, verdict]) => {
    expect(await api(url, ids.get(label) ?? '', 'outcomes')).toMatchObject({ summary: { verdict } });
  });

  it('gives a visitor one command that pays a seller', async () => {
    const [, command = ''] = /^ {2}(PRIVATE_KEY=.+)$/m.exec(demo.output()) ?? [];
    const { code, stdout } = await runProcess('sh', ['-c', command]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"high":"06:12","low":"12:25","metres":3.4}\n' });
  });

  it('keeps a log, so that a mirror proves its copy', async () => {
    const to = join(demo.temporary, 'mirror');
    const args = ['scripts/mirror.ts', '--from', url, '--to', to, '--verify'];

    expect(await runProcess(process.execPath, args, { cwd: root })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('in agreement with the log') as string,
    });
  });

  it('has pages of all this', async () => {
    const page = async (path: string) => (await fetch(url + path)).text();

    // The front page is built again after the checks.
    await expect.poll(() => page('/')).toContain('Harbour Tides');
    expect(await page(`/services/${ids.get('wrong price') ?? ''}/`)).toContain('Price differs');
    expect(await page('/docs/buyers/')).toMatch(/query=(?!rain radar|night trains|weather)[a-z]+ [a-z]+/);
  });

  it('goes on buying', async () => {
    const { txCount } = await payments('paid for');

    await expect.poll(async () => (await payments('paid for')).txCount).toBeGreaterThan(txCount);
  });

  it('ends by Ctrl-C with 0, and leaves nothing', async () => {
    const pids = await descendantsOf(demo.child.pid ?? 0);
    signalGroup(demo, 'SIGINT');
    demo.child.kill('SIGINT');

    expect(await demo.ended).toBe(0);
    expect(pids.length).toBeGreaterThan(0);
    expect(await leftBy(demo, pids, Number(new URL(url).port))).toEqual(nothing);
    expect(await gitStatus()).toEqual(before);
  });
});

describe.skipIf(!isInstalled)('npm run demo, interrupted', () => {
  it.for([
    ['while it opens the market', 'Opening', 0, 'SIGINT'],
    ['while it registers', 'Registering', 1, 'SIGTERM'],
    ['while it waits for the checks', 'Registering', 15, 'SIGHUP'],
  ] as const)('leaves nothing %s', async ([_when, line, services, signal]) => {
    const demo = await aDemo();
    await prints(demo, line);
    if (services > 0) {
      await vi.waitUntil(async () => (await listed(demo.port)) >= services, { timeout: longestMs });
    }
    const pids = await descendantsOf(demo.child.pid ?? 0);
    signalGroup(demo, signal);

    expect(await demo.ended).toBe(0);
    await expect.poll(() => leftBy(demo, pids, undefined)).toEqual(nothing);
  });

  it('ends when npm is killed', async () => {
    const demo = await start('npm', 'run', 'demo', '--', '--port', String(await freePort()));
    onTestFinished(() => clear(demo));
    await prints(demo, 'Registering');
    const pids = await descendantsOf(demo.child.pid ?? 0);
    demo.child.kill('SIGKILL');

    await expect.poll(() => leftBy(demo, pids, undefined)).toEqual(nothing);
  });

  it('fails with one line when its server dies, and leaves nothing', async () => {
    const demo = await aDemo();
    await prints(demo, 'Registering');
    const [server = 0] = await descendantsOf(demo.child.pid ?? 0);
    process.kill(server, 'SIGKILL');

    expect(await demo.ended).toBe(1);
    expect(demo.output()).toContain('demo: the server of the catalog is gone');
    expect(demo.output()).not.toContain('    at ');
    await expect.poll(() => leftBy(demo, [server], undefined)).toEqual(nothing);
  });
});
