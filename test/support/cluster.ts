import { readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import type { BareRepository } from './bare-repository.ts';
import { aRegistration, register } from './registration.ts';
import { type RunningServer, startServer, Workplace } from './running-server.ts';
import { SharedHome } from './shared-home.ts';

const Service = z.object({ id: z.string(), name: z.string(), status: z.string() });
const Change = z.object({ cursor: z.string(), kind: z.string(), id: z.string() });
const Page = z.object({ changes: z.array(Change), next: z.string(), more: z.boolean() });
const Health = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });

export type Service = z.infer<typeof Service>;
export type Change = z.infer<typeof Change>;

/** One of the servers of a cluster. */
export class ClusterServer {
  readonly workplace: Workplace;
  readonly #remote: string;
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
    this.#remote = settings['CATALOG_REMOTE'] ?? '';
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

  /** Takes the remote from this server alone. Returns what gives it back. */
  async cutOff(): Promise<() => Promise<void>> {
    const remote = await readlink(this.#remote);
    await rm(this.#remote);

    return () => symlink(remote, this.#remote);
  }

  async ready(): Promise<number> {
    const answer = await this.get('/ready');
    await answer.body?.cancel();
    return answer.status;
  }

  async startAgain(): Promise<void> {
    this.process = await startServer(this.#settings);
  }
}

/** Servers over one PostgreSQL and one git remote, each a process with a clone of its own, which finds the remote by a link of its own. */
export class Cluster {
  readonly servers: readonly ClusterServer[];
  readonly #home: SharedHome;

  private constructor(home: SharedHome, servers: readonly ClusterServer[]) {
    this.#home = home;
    this.servers = servers;
  }

  /** Servers with these settings beside the shared ones, and one key for all of them. They look at the remote by themselves once an hour. */
  static async start(settings: readonly NodeJS.ProcessEnv[]): Promise<Cluster> {
    const home = await SharedHome.open();
    const shared = { ...home.settings, CATALOG_POLL_INTERVAL: '1h' };
    const servers: ClusterServer[] = [];
    let key: string | undefined;
    for (const own of settings) {
      const workplace = await Workplace.make();
      key ??= await workplace.key('tests', shared);
      const remote = join(workplace.folder, 'listings.git');
      await symlink(home.remote.path, remote);
      const all = { ...workplace.environment, ...shared, CATALOG_REMOTE: remote, ...own };
      servers.push(await ClusterServer.start(workplace, all, key));
    }
    return new Cluster(home, servers);
  }

  get databaseUrl(): string {
    return this.#home.settings.DATABASE_URL;
  }

  get remote(): BareRepository {
    return this.#home.remote;
  }

  stopDatabase(): Promise<void> {
    return this.#home.stopDatabase();
  }

  startDatabase(): Promise<void> {
    return this.#home.startDatabase();
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.process.stop('SIGTERM')));
    await this.#home.close();
    for (const { workplace } of this.servers) await workplace.remove();
  }
}
