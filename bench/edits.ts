import { z } from 'zod';
import { register } from '../test/support/registration.ts';
import { startServer } from '../test/support/running-server.ts';
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
const editsOfEach = 10;

/** An edit takes this much longer than a registration at most, to count as equally fast. */
const tolerance = 1.1;

const Registered = z.object({ id: z.string() });
const BatchAnswer = z.object({ results: z.array(z.object({ status: z.int() })) });
const History = z.object({ changes: z.array(z.object({ kind: z.string() })) });

/** Changes services in a large catalog beside registrations, lists many at once, and has many owners edit at the same time. */
export async function benchEdits(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const keys = await Promise.all(
    Array.from({ length: owners }, (_, i) => workplace.key(`owner-${String(i)}`)),
  );
  const server = await startServer({ ...workplace.environment, RATE_LIMIT_READ: '0' });
  const bodies = generateRegistrations(1_000_000, await categoryIds(), 7);
  const [key = ''] = keys;

  const send = (by: string, method: string, path: string, body: unknown, headers = {}): Promise<Response> =>
    fetch(`${server.url}/api/services${path}`, {
      method,
      headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const listed = async (by: string): Promise<string> =>
    Registered.parse(await (await register(server.url, by, bodies.next().value)).json()).id;
  let price = 0;
  const edit = async (id: string, by = key, headers = {}): Promise<number> => {
    price += 1;
    const pricePerRequest = `0.${String(price).padStart(9, '0')}`;
    const { status } = await send(by, 'PATCH', `/${id}`, { pricing: { pricePerRequest } }, headers);
    return status;
  };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };

  /** How many of these were done in a second by many clients, each after the other. */
  const crowd = async (work: (client: number) => Promise<unknown>): Promise<number> => {
    let done = 0;
    const started = performance.now();
    const client = async (_: unknown, number: number): Promise<void> => {
      while (performance.now() - started < seconds * 1000) {
        await work(number);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return done / ((performance.now() - started) / 1000);
  };

  try {
    const own: string[] = [];
    for (let i = 0; i < clients; i += 1) own.push(await listed(key));
    const lone = { edits: new Array<number>(), registrations: new Array<number>() };
    for (let i = 0; i < alone; i += 1) {
      lone.registrations.push(await timed(() => listed(key)));
      lone.edits.push(await timed(() => edit(own[i % clients] ?? '')));
    }
    const registered = await crowd(() => listed(key));
    const edited = await crowd((client) => edit(own[client] ?? ''));
    const commits = async (): Promise<number> => Number(await workplace.git('rev-list', '--count', 'HEAD'));
    const before = await commits();
    const batch = { services: Array.from({ length: batchSize }, () => bodies.next().value) };
    let results: readonly { readonly status: number }[] = [];
    const batchMs = await timed(async () => {
      results = BatchAnswer.parse(await (await send(key, 'POST', '/batch', batch)).json()).results;
    });
    const isOneCommit = (await commits()) === before + 1 && results.every(({ status }) => status === 201);

    await writeResult('edits', [
      faster('one client, median', median(lone.edits), median(lone.registrations), 'ms'),
      perSecond(edited, registered),
      {
        what: `${String(batchSize)} registrations in one batch, ${String(services)} services`,
        wanted: `≤ ${String(wantedBatchMs)} ms, one commit`,
        measured: `${batchMs.toFixed(0)} ms, ${isOneCommit ? 'one commit' : 'not one commit of all'}`,
        reached: batchMs <= wantedBatchMs && isOneCommit,
        note: '',
      },
      await atOnce(),
    ]);
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }

  function faster(what: string, edits: number, registrations: number, unit: string): Figure {
    return {
      what: `PATCH beside registration, ${what}`,
      wanted: `≤ ${String(tolerance)} times`,
      measured: `${edits.toFixed(0)} beside ${registrations.toFixed(0)} ${unit}`,
      reached: edits <= tolerance * registrations,
      note: '',
    };
  }

  function perSecond(edits: number, registrations: number): Figure {
    return {
      what: `PATCH beside registration, ${String(clients)} clients`,
      wanted: `≥ 1/${String(tolerance)} of the rate`,
      measured: `${edits.toFixed(0)} beside ${registrations.toFixed(0)} a second`,
      reached: edits >= registrations / tolerance,
      note: 'each client changes a service of its own',
    };
  }

  /** Each owner sends its edits in pairs that saw the same state, all owners at once. */
  async function atOnce(): Promise<Figure> {
    const ids = await Promise.all(keys.map(listed));
    const times: number[] = [];
    const outcomes = await Promise.all(
      keys.map(async (by, i) => {
        const id = ids[i] ?? '';
        const statuses: number[] = [];
        for (let pair = 0; pair < editsOfEach / 2; pair += 1) {
          const declaration = await fetch(`${server.url}/api/services/${id}/declaration`);
          const headers = { 'If-Match': declaration.headers.get('etag') ?? '' };
          await declaration.body?.cancel();
          const both = [0, 1].map(async () =>
            times.push(await timed(async () => statuses.push(await edit(id, by, headers)))),
          );
          await Promise.all(both);
        }
        const kept = History.parse(await (await fetch(`${server.url}/api/services/${id}/history`)).json());
        return { statuses, kept: kept.changes.filter(({ kind }) => kind === 'updated').length };
      }),
    );
    const won = outcomes.map(({ statuses }) => statuses.filter((status) => status === 200).length);
    const told = outcomes.flatMap(({ statuses }) => statuses).filter((status) => status === 412).length;
    const isRight = outcomes.every(({ kept }, i) => kept === won[i] && kept === editsOfEach / 2);

    return {
      what: `${String(owners * editsOfEach)} edits by ${String(owners)} owners at once, every other one outdated`,
      wanted: 'none lost, none crossed, every loser told',
      measured: `${String(won.reduce((sum, each) => sum + each, 0))} made, ${String(told)} told`,
      reached: isRight && told === (owners * editsOfEach) / 2,
      note: `p95 ${percentile(times, 95).toFixed(0)} ms; every edit that was acknowledged is in the history of its service`,
    };
  }
}
