import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer, type Workplace } from '../test/support/running-server.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { load } from './wrk.ts';

const services = 10_000;
const rounds = 7;
const secondsPerRound = 3;
const connections = 32;
const wantedShare = 0.7;

/** Reads four kinds of answers with wrk, and compares each with a bare `node:http` server that sends the same bytes and headers. */
export async function benchReads(): Promise<void> {
  const workplace = await generatedCatalog(services);
  await workplace.script('build.ts');
  const server = await startServer({ ...workplace.environment, LOG_LEVEL: 'info', EMBEDDING_MODEL: 'none' });

  try {
    const kinds = {
      'the default list': '/api/services',
      'one service': `/api/services/${await anId(server.url)}`,
      'a search by words': '/api/services?query=weather+forecast',
      'a built page': '/docs/',
    };
    const figures: Figure[] = [];
    for (const [what, path] of Object.entries(kinds)) {
      figures.push(await compare(what, server.url, path, workplace));
    }
    await writeResult('reads', figures);
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

async function compare(what: string, url: string, path: string, { folder }: Workplace): Promise<Figure> {
  const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  const bare = await startBare(
    body,
    Object.fromEntries([...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name))),
  );
  const paths = join(folder, 'paths');
  await writeFile(paths, path);
  const rate = async (url: string): Promise<number> =>
    (await load(url, paths, connections, secondsPerRound)).rate;

  const pairs: [ours: number, bare: number][] = [];
  await rate(url);
  await rate(bare.url);
  for (let round = 0; round < rounds; round += 1) pairs.push([await rate(url), await rate(bare.url)]);
  bare.stop();

  const share = median(pairs.map(([ours, other]) => ours / other));
  const [ours, other] = [median(pairs.map(([rate]) => rate)), median(pairs.map(([, rate]) => rate))];
  return {
    what: `${what}, ${String(body.length)} bytes, ${String(services)} services, ${String(connections)} connections`,
    wanted: `≥ ${String(wantedShare)} of bare node:http`,
    measured: share.toFixed(2),
    reached: share >= wantedShare,
    note: `${ours.toFixed(0)}/s beside ${other.toFixed(0)}/s; median of ${String(rounds)} pairs of ${String(secondsPerRound)} s with wrk`,
  };
}

async function startBare(
  body: Buffer,
  headers: Record<string, string>,
): Promise<{ url: string; stop: () => void }> {
  const script = new URL('bare-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(headers)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(body);

  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void child.kill() };
}

async function anId(url: string): Promise<string> {
  const [first] = (await (await fetch(`${url}/api/services?limit=1`)).json()) as { id: string }[];

  return first?.id ?? '';
}
