import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BareRepository } from '../support/bare-repository.ts';
import { freePort } from '../support/free-port.ts';
import { serverIn, stopServerIn } from '../support/postgres-server.ts';
import { type RunningServer, startServer, Workplace } from '../support/running-server.ts';

const CreatedKey = z.object({ key: z.string() });

/** One server of a cluster, with folders and a port of its own, which it keeps through restarts. */
export class Member {
  readonly number: number;
  readonly url: string;
  readonly #workplace: Workplace;
  readonly #settings: NodeJS.ProcessEnv;
  #running: RunningServer | undefined;
  #isPaused = false;
  #disturbances = 0;
  #printed = '';

  private constructor(number: number, port: number, workplace: Workplace, settings: NodeJS.ProcessEnv) {
    this.number = number;
    this.url = `http://127.0.0.1:${String(port)}`;
    this.#workplace = workplace;
    this.#settings = { ...workplace.environment, ...settings, PORT: String(port) };
  }

  static async make(number: number, settings: NodeJS.ProcessEnv): Promise<Member> {
    return new Member(number, await freePort(), await Workplace.make(), settings);
  }

  /** Undefined while it has no process. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  get isServing(): boolean {
    return this.#running !== undefined && !this.#isPaused;
  }

  /** How often it was stopped or paused. */
  get disturbances(): number {
    return this.#disturbances;
  }

  async start(): Promise<void> {
    this.#running = await startServer(this.#settings);
  }

  /** Ends it, if it serves, and gives its exit code. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    const running = this.#running;
    this.#disturbances += 1;
    this.#running = undefined;
    const code = (await running?.stop(signal)) ?? null;
    this.#printed += running?.output() ?? '';
    return code;
  }

  /** Holds its process up, as a machine does that swaps or is moved. */
  async pause(ms: number): Promise<void> {
    if (!this.#running) return;
    this.#disturbances += 1;
    this.#isPaused = true;
    process.kill(this.#running.pid, 'SIGSTOP');
    await sleep(ms);
    process.kill(this.#running.pid, 'SIGCONT');
    this.#isPaused = false;
  }

  /** Lines of its log at the level `error` or above, over all of its starts. */
  errors(): string[] {
    const printed = this.#printed + (this.#running?.output() ?? '');
    return printed.split('\n').filter((line) => /"level":(?:50|60)/.test(line));
  }

  async key(owner: string): Promise<string> {
    const { code, stdout, stderr } = await this.#workplace.attempt(
      'keys.ts',
      ['create', '--owner', owner, '--json'],
      this.#settings,
    );
    if (code !== 0) throw new Error(`keys.ts ended with ${String(code)}: ${stderr}`);
    return CreatedKey.parse(JSON.parse(stdout)).key;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    await this.#workplace.remove();
  }
}

/** Servers over one PostgreSQL and one git remote. */
export class Cluster {
  readonly members: readonly Member[];
  readonly remote: BareRepository;
  readonly #folders: readonly [listings: string, postgres: string];

  private constructor(
    members: readonly Member[],
    remote: BareRepository,
    folders: readonly [listings: string, postgres: string],
  ) {
    this.members = members;
    this.remote = remote;
    this.#folders = folders;
  }

  static async start(size: number, settings: NodeJS.ProcessEnv): Promise<Cluster> {
    const [folder = '', postgres = ''] = await Promise.all(
      ['cluster', 'postgres'].map((name) => mkdtemp(join(tmpdir(), `tollbook-${name}-`))),
    );
    const database = await serverIn(postgres);
    const readme = { path: 'README.md', content: 'Listings.\n' };
    const remote = await BareRepository.make(join(folder, 'listings.git'), [readme]);
    const shared = {
      CATALOG_REMOTE: remote.path,
      CATALOG_POLL_INTERVAL: '5s',
      DATABASE_URL: database,
      ...settings,
    };

    const members = await Promise.all(
      Array.from({ length: size }, (_, number) => Member.make(number, shared)),
    );
    const cluster = new Cluster(members, remote, [folder, postgres]);
    // One after another: the first makes the tables, and the first commit of an empty catalog.
    for (const member of members) await member.start();
    return cluster;
  }

  /** Those that serve now. */
  get serving(): readonly Member[] {
    return this.members.filter(({ isServing }) => isServing);
  }

  /** One of those that serve, or of all while none does. */
  any(): Member {
    const from = this.serving.length > 0 ? this.serving : this.members;
    const member = from[Math.floor(Math.random() * from.length)];
    if (!member) throw new Error('a cluster has at least one server');
    return member;
  }

  async remove(): Promise<void> {
    await Promise.all(this.members.map((member) => member.remove()));
    await stopServerIn(this.#folders[1]);
    for (const folder of this.#folders) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}
