import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { BareRepository } from '../support/bare-repository.ts';
import { serverIn, startAgainIn, stopServerIn } from '../support/postgres-server.ts';
import { aRegistration, register } from '../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../support/running-server.ts';

/** A generous deadline for what takes a second. */
export const soon = { timeout: 60_000, interval: 50 };

const Service = z.object({ id: z.string(), name: z.string(), status: z.string() });
const Change = z.object({ cursor: z.string(), kind: z.string(), id: z.string() });
const Page = z.object({ changes: z.array(Change), next: z.string(), more: z.boolean() });
const Health = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });

export type Service = z.infer<typeof Service>;
export type Change = z.infer<typeof Change>;

/** One of the servers of a cluster. */
export class ClusterServer {
  readonly workplace: Workplace;
  readonly #settings: NodeJS.ProcessEnv;
  readonly #key: string;
  process: RunningServer;

  private constructor(
    workplace: Workplace,
    settings: NodeJS.ProcessEnv,
    key: string,
    running: RunningServer,
  ) {
    this.workplace = workplace;
    this.#settings = settings;
    this.#key = key;
    this.process = running;
  }

  static async start(workplace: Workplace, settings: NodeJS.ProcessEnv, key: string): Promise<ClusterServer> {
    return new ClusterServer(workplace, settings, key, await startServer(settings));
  }

  get url(): string {
    return this.process.url;
  }

  get(path: string): Promise<Response> {
    return fetch(`${this.url}${path}`);
  }

  /** Asks once, by key. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  register(name: number | string, idempotencyKey?: string): Promise<Response> {
    const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
    return register(this.url, this.#key, aRegistration(name), headers);
  }

  /** Registers a service, again while the answer says that it may be tried again. */
  async registered(name: number | string): Promise<Service> {
    const key = crypto.randomUUID();
    for (;;) {
      const answer = await this.register(name, key);
      if (answer.status === 503) {
        await answer.body?.cancel();
        continue;
      }
      expect(answer.status).toBe(201);
      return Service.parse(await answer.json());
    }
  }

  /** The names of all services in the list. */
  async names(): Promise<string[]> {
    const names: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const answer = await this.get(`/api/services?limit=100&offset=${String(offset)}`);
      const page = z.array(Service).parse(await answer.json());
      names.push(...page.map(({ name }) => name));
      if (page.length < 100) return names;
    }
  }

  async changes(since?: string, more = ''): Promise<z.infer<typeof Page>> {
    const from = since === undefined ? '' : `since=${since}&`;
    return Page.parse(await (await this.get(`/api/changes?${from}limit=1000${more}`)).json());
  }

  /** Every change after a place, page by page. */
  async allChanges(since?: string): Promise<Change[]> {
    const { changes, next, more } = await this.changes(since);
    return more ? [...changes, ...(await this.allChanges(next))] : changes;
  }

  async health(): Promise<z.infer<typeof Health>> {
    return Health.parse(await (await this.get('/health')).json());
  }

  async startAgain(): Promise<void> {
    this.process = await startServer(this.#settings);
  }
}

/** Servers over one PostgreSQL and one git remote, each a process with a clone of its own. */
export class Cluster {
  readonly #home: Workplace;
  readonly #postgres: string;
  readonly remote: BareRepository;
  readonly servers: readonly ClusterServer[];

  private constructor(
    home: Workplace,
    postgres: string,
    remote: BareRepository,
    servers: readonly ClusterServer[],
  ) {
    this.#home = home;
    this.#postgres = postgres;
    this.remote = remote;
    this.servers = servers;
  }

  /** Servers with these settings beside the shared ones. They look at the remote by themselves once an hour. */
  static async start(settings: readonly NodeJS.ProcessEnv[]): Promise<Cluster> {
    const home = await Workplace.make();
    const postgres = await mkdtemp(join(tmpdir(), 'tollbook-postgres-'));
    const url = await serverIn(postgres);
    const remote = await BareRepository.make(join(home.folder, 'listings.git'), [
      { path: 'README.md', content: 'Ours.' },
    ]);
    const shared = { DATABASE_URL: url, CATALOG_REMOTE: remote.path, CATALOG_POLL_INTERVAL: '1h' };
    const servers: ClusterServer[] = [];
    for (const own of settings) {
      const workplace = await Workplace.make();
      const environment = { ...workplace.environment, ...shared, ...own };
      const created = await workplace.attempt('keys.ts', ['create', '--owner', 'tests', '--json'], shared);
      const { key } = z.object({ key: z.string() }).parse(JSON.parse(created.stdout));
      servers.push(await ClusterServer.start(workplace, environment, key));
    }
    return new Cluster(home, postgres, remote, servers);
  }

  stopDatabase(): Promise<void> {
    return stopServerIn(this.#postgres);
  }

  startDatabase(): Promise<void> {
    return startAgainIn(this.#postgres);
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.process.stop('SIGTERM')));
    await stopServerIn(this.#postgres).catch(() => undefined);
    await rm(this.#postgres, { recursive: true, force: true });
    for (const { workplace } of this.servers) await workplace.remove();
    await this.#home.remove();
  }
}
