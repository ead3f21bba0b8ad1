import { readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { BareRepository } from './bare-repository.ts';
import { aRegistration, register } from './registration.ts';
import { type RunningServer, startServer, Workplace } from './running-server.ts';
import { SharedHome } from './shared-home.ts';
import { aPostgresUrl } from './state-database.ts';

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

  register(
    name: number | string,
    idempotencyKey?: string,
    given: Partial<ReturnType<typeof aRegistration>> = {},
  ): Promise<Response> {
    const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
    return register(this.url, this.#key, { ...aRegistration(name), ...given }, headers);
  }

  /** Registers a service, again while the answer says that it may be tried again. */
  async registered(
    name: number | string,
    given: Partial<ReturnType<typeof aRegistration>> = {},
  ): Promise<Service> {
    const key = crypto.randomUUID();
    for (;;) {
      const answer = await this.register(name, key, given);
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
    const link = this.#settings['CATALOG_REMOTE'] ?? '';
    const remote = await readlink(link);
    await rm(link);

    return () => symlink(remote, link);
  }

  /** The sum of a metric over these labels, or over all. */
  async metric(name: string, labels = ''): Promise<number> {
    const text = await (await this.get('/metrics')).text();
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{${labels}`));

    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  /** How many checks it has recorded. */
  recordedChecks(): Promise<number> {
    return this.metric('tollbook_checks_total');
  }

  async ready(): Promise<number> {
    const answer = await this.get('/ready');
    await answer.body?.cancel();
    return answer.status;
  }

  async startAgain(): Promise<void> {
    this.process = await startServer(this.#settings);
  }

  /** Ends it, also where it is paused, or has ended. */
  async close(): Promise<void> {
    await this.process.stop('SIGKILL').catch(() => undefined);
    await this.workplace.remove();
  }
}

/** Waits for the one of these servers that does a duty. */
export async function holderOf(duty: string, servers: readonly ClusterServer[]): Promise<ClusterServer> {
  const holding = async (): Promise<ClusterServer[]> => {
    const held = await Promise.all(
      servers.map((server) => server.metric('tollbook_duty_held', `duty="${duty}"`)),
    );
    return servers.filter((_, i) => held[i] === 1);
  };
  let holders: ClusterServer[] = [];
  await expect.poll(async () => (holders = await holding()).length).toBe(1);
  const [holder] = holders;
  if (!holder) throw new Error(`nobody does the duty ${duty}`);
  return holder;
}

/** Leases of a cluster: short, so that duties move soon, and long enough for a busy machine to renew them. */
const leaseSeconds = 3;

/** Servers over one PostgreSQL and one git remote, each a process with a clone of its own, which finds the remote by a link of its own. */
export class Cluster {
  readonly servers: ClusterServer[] = [];
  /** Of one owner, which all servers know. */
  readonly key: string;
  readonly #home: SharedHome;
  readonly #settings: NodeJS.ProcessEnv;
  /** Where keys are made, which needs no server. */
  readonly #office: Workplace;

  private constructor(home: SharedHome, settings: NodeJS.ProcessEnv, office: Workplace, key: string) {
    this.#home = home;
    this.#settings = settings;
    this.#office = office;
    this.key = key;
  }

  /**
   * With no server yet; all get these settings beside the shared ones. They look at the remote by themselves once an hour. `ownPostgres`: for tests that
   * stop the database.
   */
  static async make(settings: NodeJS.ProcessEnv = {}, { ownPostgres = false } = {}): Promise<Cluster> {
    const home = await SharedHome.open(ownPostgres ? undefined : await aPostgresUrl());
    const shared = {
      ...home.settings,
      ...{ CATALOG_POLL_INTERVAL: '1h', LEASE_DURATION: `${String(leaseSeconds)}s`, STOP_DELAY: '0' },
      ...{ ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1', METRICS: '1' },
      ...settings,
    };
    const office = await Workplace.make();
    return new Cluster(home, shared, office, await office.key('tests', shared));
  }

  /** With one server for each of these settings. */
  static async start(
    each: readonly NodeJS.ProcessEnv[],
    options: { readonly ownPostgres?: boolean } = {},
  ): Promise<Cluster> {
    const cluster = await Cluster.make({}, options);
    for (const settings of each) await cluster.add(settings);
    return cluster;
  }

  /** Starts one more server. */
  async add(settings: NodeJS.ProcessEnv = {}): Promise<ClusterServer> {
    const workplace = await Workplace.make();
    const remote = join(workplace.folder, 'listings.git');
    await symlink(this.remote.path, remote);
    const all = { ...workplace.environment, ...this.#settings, CATALOG_REMOTE: remote, ...settings };
    const server = await ClusterServer.start(workplace, all, this.key);
    this.servers.push(server);
    return server;
  }

  /** A key of another owner. */
  keyOf(owner: string): Promise<string> {
    return this.#office.key(owner, this.#settings);
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
    await Promise.all(this.servers.map((server) => server.close()));
    await this.#home.close();
    await this.#office.remove();
  }
}

/** The same for one test, with servers that have these settings beside those of all. */
export async function aCluster(
  settings: NodeJS.ProcessEnv,
  ...each: readonly NodeJS.ProcessEnv[]
): Promise<Cluster> {
  const cluster = await Cluster.make(settings);
  onTestFinished(() => cluster.close());
  for (const own of each) await cluster.add(own);
  return cluster;
}
