import { setTimeout as sleep } from 'node:timers/promises';
import type { BareRepository } from '../support/bare-repository.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningServer, startServer, Workplace } from '../support/running-server.ts';
import { SharedHome } from '../support/shared-home.ts';

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

  key(owner: string): Promise<string> {
    return this.#workplace.key(owner, this.#settings);
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    await this.#workplace.remove();
  }
}

/** Servers over one PostgreSQL and one git remote, which are stopped and started again at any time. */
export class Cluster {
  readonly members: readonly Member[];
  readonly #home: SharedHome;

  private constructor(home: SharedHome, members: readonly Member[]) {
    this.#home = home;
    this.members = members;
  }

  static async start(size: number, settings: NodeJS.ProcessEnv): Promise<Cluster> {
    const home = await SharedHome.open();
    const shared = { ...home.settings, CATALOG_POLL_INTERVAL: '5s', ...settings };
    const members = await Promise.all(
      Array.from({ length: size }, (_, number) => Member.make(number, shared)),
    );
    // One after another: the first makes the tables.
    for (const member of members) await member.start();
    return new Cluster(home, members);
  }

  get remote(): BareRepository {
    return this.#home.remote;
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
    await this.#home.close();
  }
}
