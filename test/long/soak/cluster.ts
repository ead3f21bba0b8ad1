import type { BareRepository } from '../../support/bare-repository.ts';
import { freePort } from '../../support/free-port.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { SharedHome } from '../../support/shared-home.ts';
import { pause } from './pause.ts';

/** Between two questions of a load balancer whether a server is ready, and for how long it waits for the answer. */
const readyIntervalMs = 1_000;
const readyTimeoutMs = 10_000;

/** One server of a cluster, with folders and a port of its own, which it keeps through restarts. */
export class Member {
  readonly number: number;
  readonly url: string;
  readonly #workplace: Workplace;
  readonly #settings: NodeJS.ProcessEnv;
  #running: RunningServer | undefined;
  #isPaused = false;
  #isReady = false;
  #disturbances = 0;
  #last = { what: 'start', at: 0 };
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

  /** Whether a load balancer would send it requests. */
  get isReady(): boolean {
    return this.isServing && this.#isReady;
  }

  /** Asks it whether it is ready, as a load balancer does. */
  async askReady(): Promise<void> {
    const answer = await fetch(`${this.url}/ready`, { signal: AbortSignal.timeout(readyTimeoutMs) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    this.#isReady = answer?.ok ?? false;
  }

  /** How often it was stopped or paused. */
  get disturbances(): number {
    return this.#disturbances;
  }

  /** Its number, and for how long it has been undisturbed. */
  get name(): string {
    const seconds = (performance.now() - this.#last.at) / 1000;
    return `server ${String(this.number)}, ${seconds.toFixed(1)} s after its last ${this.#last.what}`;
  }

  async start(): Promise<void> {
    this.#running = await startServer(this.#settings);
    await this.askReady();
    this.#last = { what: 'start', at: performance.now() };
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
    await pause(ms);
    process.kill(this.#running.pid, 'SIGCONT');
    this.#last = { what: 'pause', at: performance.now() };
    this.#isPaused = false;
  }

  /** Lines of its log at the level `error` or above, over all of its starts. */
  errors(): string[] {
    return this.#lines(/"level":[56]0/);
  }

  /** The same at the level `warn` or above. */
  complaints(): string[] {
    return this.#lines(/"level":[456]0/);
  }

  #lines(wanted: RegExp): string[] {
    const printed = this.#printed + (this.#running?.output() ?? '');

    return printed.split('\n').filter((line) => wanted.test(line));
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

  /** Asks all servers again and again whether they are ready. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await Promise.all(this.members.filter(({ isServing }) => isServing).map((member) => member.askReady()));
      await pause(readyIntervalMs);
    }
  }

  /** One of those that are ready, or of all while none is. */
  any(): Member {
    const ready = this.members.filter(({ isReady }) => isReady);
    const from = ready.length > 0 ? ready : this.members;
    const member = from[Math.floor(Math.random() * from.length)];
    if (!member) throw new Error('a cluster has at least one server');
    return member;
  }

  async remove(): Promise<void> {
    await Promise.all(this.members.map((member) => member.remove()));
    await this.#home.close();
  }
}
