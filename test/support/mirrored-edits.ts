import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
// eslint-disable-next-line no-restricted-imports -- Kills come at random, and a server that was killed is asked again.
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openStore } from '../../src/mirror/mirror-folder.ts';
import { serviceLine } from '../../src/mirror/mirrored-service.ts';
import { randomNumbers } from './cases.ts';
import { aRegistration, register } from './registration.ts';
import { type Ended, runProcess } from './run-process.ts';
import { type RunningServer, startServer, Workplace } from './running-server.ts';

const script = fileURLToPath(new URL('../../scripts/mirror.ts', import.meta.url));
const formats = ['files', 'ndjson'] as const;
type Format = (typeof formats)[number];

const Created = z.object({ id: z.string() });
const Address = z.object({ port: z.number() });

export interface Trial {
  readonly writers: number;
  /** How many edits are acknowledged before it ends. */
  readonly edits: number;
  /** How often the server is killed and started again, and how often each mirror. */
  readonly serverKills: number;
  readonly mirrorKills: number;
  /** Options of every mirror. */
  readonly options?: readonly string[];
}

export interface Outcome {
  /** How many edits were acknowledged, by their kind. */
  readonly edits: Readonly<Record<EditKind, number>>;
  readonly services: number;
  readonly mirrors: readonly MirrorOutcome[];
}

interface MirrorOutcome {
  readonly format: Format;
  /** What it said when it ended by itself, while it followed. */
  readonly faults: readonly string[];
  /** How its last visit ended. */
  readonly ended: Ended;
  /** Whether it equals the export of the server in the end, byte for byte. */
  readonly isEqual: boolean;
}

/**
 * Edits a catalog at random as many owners, kills its server and two mirrors that follow it now and then, and compares the mirrors with the
 * export in the end.
 */
export async function mirrorUnderEdits(trial: Trial): Promise<Outcome> {
  const workplace = await Workplace.make();
  const keys: string[] = [];
  for (let i = 0; i < trial.writers; i += 1) keys.push(await workplace.key(`writer-${String(i)}`));
  const site = await LastingServer.start(await signingEnvironment(workplace));
  const mirrors = formats.map(
    (format) => new RestlessMirror(site.url, join(workplace.folder, format), format, trial.options),
  );
  const tally = new Tally(trial.edits);

  try {
    const kills = [
      ...atTimes(trial, trial.serverKills, () => site.kill()),
      ...mirrors.flatMap((mirror) => atTimes(trial, trial.mirrorKills, () => mirror.kill())),
    ];
    for (const mirror of mirrors) mirror.start();
    await Promise.all([
      ...keys.map((key, number) => new Writer(site.url, key, number).edit(tally)),
      ...kills.map(async ({ at, kill }) => {
        await tally.reached(at);
        await kill();
      }),
    ]);

    return { edits: tally.counts, ...(await compare(site, mirrors)) };
  } finally {
    await Promise.all(mirrors.map((mirror) => mirror.stop()));
    await site.close();
    await workplace.remove();
  }
}

/** A catalog keeps a log when it has a key to sign it. */
async function signingEnvironment({ environment, folder }: Workplace): Promise<NodeJS.ProcessEnv> {
  const key = join(folder, 'key');
  await runProcess('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);

  return { ...environment, SIGNING_KEY: key };
}

/** Brings each mirror up to date, now that nobody edits any more. */
async function compare(
  { url }: LastingServer,
  mirrors: readonly RestlessMirror[],
): Promise<Omit<Outcome, 'edits'>> {
  const exported = await (await fetch(`${url}/api/export.ndjson`)).text();
  const outcomes: MirrorOutcome[] = [];

  for (const mirror of mirrors) {
    await mirror.stop();
    const ended = await mirror.visit();
    const { format, faults } = mirror;
    outcomes.push({ format, faults, ended, isEqual: (await mirror.held()) === exported });
  }
  return { services: exported.split('\n').length - 1, mirrors: outcomes };
}

/** Spreads kills evenly over the edits. */
function atTimes({ edits }: Trial, count: number, kill: () => Promise<void>) {
  return Array.from({ length: count }, (_, i) => ({ at: Math.floor(((i + 1) * edits) / (count + 1)), kill }));
}

const editKinds = ['create', 'update', 'remove', 'restore'] as const;
type EditKind = (typeof editKinds)[number];

/** Counts acknowledged edits. */
class Tally {
  readonly counts: Record<EditKind, number> = { create: 0, update: 0, remove: 0, restore: 0 };
  readonly #wanted: number;
  #waiting: { readonly at: number; readonly resolve: () => void }[] = [];

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  get isFull(): boolean {
    return this.total >= this.#wanted;
  }

  add(kind: EditKind): void {
    this.counts[kind] += 1;
    const { total } = this;
    for (const { resolve } of this.#waiting.filter(({ at }) => at <= total)) resolve();
    this.#waiting = this.#waiting.filter(({ at }) => at > total);
  }

  /** Resolves when so many edits are made. */
  reached(at: number): Promise<void> {
    return this.total >= at
      ? Promise.resolve()
      : new Promise((resolve) => this.#waiting.push({ at, resolve }));
  }
}

/** An owner who edits its services one after the other: first in each way, then at random. */
class Writer {
  readonly #url: string;
  readonly #key: string;
  readonly #number: number;
  readonly #listed: string[] = [];
  readonly #removed: string[] = [];
  /** The ways in which it has not edited anything yet. */
  #untried: readonly EditKind[] = editKinds;
  readonly #random: () => number;
  #edits = 0;

  constructor(url: string, key: string, number: number) {
    this.#random = randomNumbers(number);
    this.#url = url;
    this.#key = key;
    this.#number = number;
  }

  async edit(tally: Tally): Promise<void> {
    while (!tally.isFull) {
      const kind = this.#choose();
      try {
        if (!(await this.#make(kind))) continue;
        this.#untried = this.#untried.filter((each) => each !== kind);
        tally.add(kind);
      } catch {
        // The server is gone, and comes back. Whether it has made the edit is not known.
        await delay(50);
      }
    }
  }

  #choose(): EditKind {
    const [next] = this.#untried;
    if (next === 'restore' && this.#removed.length > 0) return next;
    if (this.#listed.length === 0) return 'create';
    if (next !== undefined && next !== 'restore') return next;
    const random = this.#random();
    if (random < 0.35) return 'create';
    if (random < 0.75) return 'update';
    return random < 0.9 || this.#removed.length === 0 ? 'remove' : 'restore';
  }

  /** Whether the edit was acknowledged. */
  async #make(kind: EditKind): Promise<boolean> {
    this.#edits += 1;
    if (kind === 'create') return this.#create();

    const [from, to] = kind === 'restore' ? [this.#removed, this.#listed] : [this.#listed, this.#removed];
    const place = Math.floor(this.#random() * from.length);
    const id = from[place] ?? '';
    const { status } = await this.#send(kind, id);
    // An edit that was made although its answer was lost is refused the second time.
    if (kind !== 'update' && status < 500 && status !== 429) {
      from.splice(place, 1);
      to.push(id);
    }
    return status < 300;
  }

  async #create(): Promise<boolean> {
    const answer = await register(
      this.#url,
      this.#key,
      aRegistration(`${String(this.#number)}-${String(this.#edits)}`),
    );
    if (answer.status !== 201) return false;

    this.#listed.push(Created.parse(await answer.json()).id);
    return true;
  }

  async #send(kind: Exclude<EditKind, 'create'>, id: string): Promise<Response> {
    const method = { update: 'PATCH', remove: 'DELETE', restore: 'POST' }[kind];
    const pricing = { pricePerRequest: `0.${String(this.#edits).padStart(6, '0')}1` };
    const answer = await fetch(`${this.#url}/api/services/${id}${kind === 'restore' ? '/restore' : ''}`, {
      method,
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      ...(kind === 'update' && { body: JSON.stringify({ pricing }) }),
    });
    await answer.arrayBuffer();
    return answer;
  }
}

/** A server that is killed and started again, always at the same address. */
class LastingServer {
  readonly url: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #door: Server;
  #server: RunningServer;
  #kills = 0;

  private constructor(environment: NodeJS.ProcessEnv, door: Server, server: RunningServer) {
    this.#environment = environment;
    this.#door = door;
    this.#server = server;
    this.url = `http://127.0.0.1:${String(Address.parse(door.address()).port)}`;
    door.on('connection', (client) => {
      const server = connect(Number(new URL(this.#server.url).port), '127.0.0.1');
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
        one.pipe(other);
      }
    });
  }

  static async start(environment: NodeJS.ProcessEnv): Promise<LastingServer> {
    const door = createServer();
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    return new LastingServer(environment, door, await startServer(environment));
  }

  /** Every other time, git is killed together with the server, whatever it is doing. */
  async kill(): Promise<void> {
    this.#kills += 1;
    await this.#server.stop('SIGKILL', this.#kills % 2 === 1);
    this.#server = await startServer(this.#environment);
  }

  async close(): Promise<void> {
    this.#door.close();
    await this.#server.stop('SIGKILL', true);
  }
}

/** A mirror that follows, and is killed and started again. */
class RestlessMirror {
  readonly format: Format;
  /** What it said when it ended by itself. */
  readonly faults: string[] = [];
  readonly #folder: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;

  constructor(url: string, folder: string, format: Format, options: readonly string[] = []) {
    this.format = format;
    this.#folder = folder;
    this.#args = [script, '--from', url, '--to', folder, '--format', format, ...options];
  }

  start(): void {
    const child = spawn(process.execPath, [...this.#args, '--follow'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    // A mirror that follows ends by itself only when something does not hold.
    child.on('close', (code: number | null) => {
      if (code !== null) this.faults.push(Buffer.concat(said).toString());
    });
    this.#child = child;
  }

  async kill(): Promise<void> {
    await delay(Math.random() * 200);
    await this.stop();
    this.start();
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;

    child.kill('SIGKILL');
    await once(child, 'close');
  }

  /** Brings it up to date once. */
  visit(): Promise<Ended> {
    return runProcess(process.execPath, this.#args);
  }

  /** What it holds, as an export would say it. */
  async held(): Promise<string> {
    if (this.format === 'ndjson') return readFile(join(this.#folder, 'services.ndjson'), 'utf8');

    let text = '';
    for await (const services of (await openStore(this.#folder, this.format)).services()) {
      for (const service of services) text += `${serviceLine(service)}\n`;
    }
    return text;
  }
}
