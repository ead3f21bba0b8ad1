import { z } from 'zod';
import { startServer, type Workplace } from '../test/support/running-server.ts';
import { register } from '../test/support/registration.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

const services = 10_000;
const alone = 40;
const clients = 64;
const seconds = 10;
const batchSize = 500;
const wantedBatchMs = 2_000;
const owners = 20;
const pairsOfEach = 5;

/** An edit takes this many times as long as a registration at most, to count as equally fast. */
const tolerance = 1.1;

const Registered = z.object({ id: z.string() });
const BatchAnswer = z.object({ results: z.array(z.object({ status: z.int() })) });
const History = z.object({ changes: z.array(z.object({ kind: z.string() })) });

/** Changes services in a large catalog beside registrations, lists many at once, and has many owners edit at the same time. */
export async function benchEdits(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const keys: string[] = [];
  for (let i = 0; i < owners; i += 1) keys.push(await workplace.key(`owner-${String(i)}`));
  const server = await startServer({ ...workplace.environment, RATE_LIMIT_READ: '0' });

  try {
    const market = new Market(server.url, await categoryIds());
    const [key = ''] = keys;
    const figures = [await oneClient(market, key), await manyClients(market, key)];
    figures.push(await oneBatch(market, key, workplace), await manyOwners(market, keys));
    await writeResult('edits', figures);
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

/** A running server, as owners use it. */
class Market {
  readonly #url: string;
  readonly #bodies: ReturnType<typeof generateRegistrations>;
  #edits = 0;

  constructor(url: string, categories: readonly string[]) {
    this.#url = url;
    this.#bodies = generateRegistrations(1_000_000, [...categories], 7);
  }

  /** Lists a new service. Returns its id. */
  async list(key: string): Promise<string> {
    const answer = await register(this.#url, key, this.#bodies.next().value);
    return Registered.parse(await answer.json()).id;
  }

  async listMany(key: string, count: number): Promise<readonly { readonly status: number }[]> {
    const services = Array.from({ length: count }, () => this.#bodies.next().value as unknown);
    const answer = await this.#send(key, 'POST', '/batch', { services });
    return BatchAnswer.parse(await answer.json()).results;
  }

  /** Gives a service a price that it never had. Returns the status of the answer. */
  async edit(key: string, id: string, headers: Record<string, string> = {}): Promise<number> {
    this.#edits += 1;
    const pricePerRequest = `0.${String(this.#edits).padStart(9, '0')}`;
    const answer = await this.#send(key, 'PATCH', `/${id}`, { pricing: { pricePerRequest } }, headers);
    await answer.body?.cancel();
    return answer.status;
  }

  /** The tag of what a service declares now. */
  async tag(id: string): Promise<string> {
    const answer = await fetch(`${this.#url}/api/services/${id}/declaration`);
    await answer.body?.cancel();
    return answer.headers.get('etag') ?? '';
  }

  /** How many changes of a service its history holds. */
  async changes(id: string): Promise<number> {
    const answer = await fetch(`${this.#url}/api/services/${id}/history`);
    const { changes } = History.parse(await answer.json());
    return changes.filter(({ kind }) => kind === 'updated').length;
  }

  #send(key: string, method: string, path: string, body: unknown, headers = {}): Promise<Response> {
    return fetch(`${this.#url}/api/services${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }
}

async function oneClient(market: Market, key: string): Promise<Figure> {
  const id = await market.list(key);
  const [registrations, edits] = [new Array<number>(), new Array<number>()];
  for (let i = 0; i < alone; i += 1) {
    registrations.push(await timed(() => market.list(key)));
    edits.push(await timed(() => market.edit(key, id)));
  }

  return {
    what: 'PATCH beside registration, one client, median',
    wanted: `≤ ${String(tolerance)} times`,
    measured: `${median(edits).toFixed(0)} beside ${median(registrations).toFixed(0)} ms`,
    reached: median(edits) <= tolerance * median(registrations),
  };
}

async function manyClients(market: Market, key: string): Promise<Figure> {
  const ids: string[] = [];
  for (let i = 0; i < clients; i += 1) ids.push(await market.list(key));
  const registrations = await rateOf(() => market.list(key));
  const edits = await rateOf((client) => market.edit(key, ids[client] ?? ''));

  return {
    what: `PATCH beside registration, ${String(clients)} clients`,
    wanted: `≥ 1/${String(tolerance)} of the rate`,
    measured: `${edits.toFixed(0)} beside ${registrations.toFixed(0)} a second`,
    reached: edits >= registrations / tolerance,
    note: 'each client changes a service of its own',
  };
}

async function oneBatch(market: Market, key: string, workplace: Workplace): Promise<Figure> {
  const commits = async (): Promise<number> => Number(await workplace.git('rev-list', '--count', 'HEAD'));
  const before = await commits();
  let results: readonly { readonly status: number }[] = [];
  const ms = await timed(async () => (results = await market.listMany(key, batchSize)));
  const isOneCommit = (await commits()) === before + 1 && results.every(({ status }) => status === 201);

  return {
    what: `${String(batchSize)} registrations in one batch, ${String(services)} services`,
    wanted: `≤ ${String(wantedBatchMs)} ms, one commit`,
    measured: `${ms.toFixed(0)} ms, ${isOneCommit ? 'one commit' : 'not one commit of all'}`,
    reached: ms <= wantedBatchMs && isOneCommit,
  };
}

/** Every owner sends its edits in pairs that saw the same state, all owners at once. */
async function manyOwners(market: Market, keys: readonly string[]): Promise<Figure> {
  const ids = await Promise.all(keys.map((key) => market.list(key)));
  const times: number[] = [];
  const statuses = await Promise.all(
    keys.map(async (key, i) => {
      const own: number[] = [];
      for (let pair = 0; pair < pairsOfEach; pair += 1) {
        const headers = { 'If-Match': await market.tag(ids[i] ?? '') };
        const edit = async () => own.push(await market.edit(key, ids[i] ?? '', headers));
        times.push(...(await Promise.all([timed(edit), timed(edit)])));
      }
      return own;
    }),
  );
  const [made, told] = [200, 412].map((status) => statuses.flat().filter((each) => each === status).length);
  const kept = await Promise.all(ids.map((id) => market.changes(id)));
  const half = owners * pairsOfEach;

  return {
    what: `${String(2 * half)} edits by ${String(owners)} owners at once, every other one outdated`,
    wanted: 'none lost, none crossed, every loser told',
    measured: `${String(made)} made, ${String(told)} told`,
    reached: made === half && told === half && kept.every((count) => count === pairsOfEach),
    note: `p95 ${percentile(times, 95).toFixed(0)} ms; the history of each service holds all its edits`,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** How often many clients do something in a second, each again as soon as it is done. */
async function rateOf(work: (client: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  const started = performance.now();
  const client = async (number: number): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      await work(number);
      done += 1;
    }
  };

  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return done / ((performance.now() - started) / 1000);
}
