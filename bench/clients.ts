import { z } from 'zod';
import { type RunningServer, startServer } from '../test/support/running-server.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { realWords } from './real-words.ts';
import { type Figure, writeResult } from './result.ts';

const services = 100_000;
const pageSize = 1_000;
const smallCatalog = 10_000;
const rounds = 20;
const wantedOverheadMs = 30;
const wantedBytes = 2_000;

const Page = z.object({
  items: z.array(z.object({ resource: z.string() })),
  pagination: z.object({ total: z.int() }),
});

const Result = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });

const sentences = [
  'weather forecast for a city under $0.01',
  'cheapest OCR for invoices on Base',
  'translate text into Japanese',
  'stock prices in real time',
  'images from a description, verified only',
  'verify an email address',
  'flight status by number, free trial',
  'sentiment of news about a company',
];

/** Reads a large catalog as clients of x402 discovery do, and asks a usual one as agents do. */
export async function benchClients(): Promise<void> {
  await writeResult('clients', [await pagingFigure(), ...(await toolFigures())]);
}

async function pagingFigure(): Promise<Figure> {
  const workplace = await generatedCatalog(services, await realWords());
  const server = await startServer(workplace.environment);

  try {
    const began = performance.now();
    const seen = await allResources(server);
    const seconds = (performance.now() - began) / 1000;
    const isExact = seen.length === services && new Set(seen).size === services;
    return {
      what: `GET /discovery/resources in pages of ${String(pageSize)}, ${String(services)} services`,
      wanted: 'each once',
      measured: `${String(seen.length)} read, ${String(new Set(seen).size)} of them different`,
      reached: isExact,
      note: `${seconds.toFixed(1)} s`,
    };
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

async function allResources({ url }: RunningServer): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const query = `limit=${String(pageSize)}&offset=${String(seen.length)}`;
    const answer = await fetch(`${url}/discovery/resources?${query}`);
    const { items, pagination } = Page.parse(await answer.json());
    seen.push(...items.map(({ resource }) => resource));
    if (items.length === 0 || seen.length >= pagination.total) return seen;
  }
}

async function toolFigures(): Promise<Figure[]> {
  const workplace = await generatedCatalog(smallCatalog, await realWords());
  const server = await startServer(workplace.environment);

  try {
    // The meaning of a sentence is found out once.
    for (const sentence of sentences) await search(server, sentence);
    const [searches, calls, sizes]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const sentence of sentences) {
        searches.push(await timeOf(() => search(server, sentence)));
        calls.push(await timeOf(async () => sizes.push(Buffer.byteLength(await call(server, sentence)))));
      }
    }
    return [overheadFigure(searches, calls), sizeFigure(sizes)];
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

function overheadFigure(searches: readonly number[], calls: readonly number[]): Figure {
  const overhead = percentile(calls, 95) - percentile(searches, 95);
  const times = (all: readonly number[]): string =>
    `median ${median(all).toFixed(1)} ms, p95 ${percentile(all, 95).toFixed(1)} ms`;

  return {
    what: `find_by_intent over the same search by HTTP, ${String(smallCatalog)} services, p95`,
    wanted: `≤ ${String(wantedOverheadMs)} ms`,
    measured: `${overhead.toFixed(1)} ms`,
    reached: overhead <= wantedOverheadMs,
    note: `tool: ${times(calls)}; search: ${times(searches)}`,
  };
}

function sizeFigure(sizes: readonly number[]): Figure {
  return {
    what: 'what an agent reads of a result of find_by_intent, median',
    wanted: `≤ ${String(wantedBytes / 1000)} kB`,
    measured: `${(median(sizes) / 1000).toFixed(2)} kB`,
    reached: median(sizes) <= wantedBytes,
    note: `the largest ${(Math.max(...sizes) / 1000).toFixed(2)} kB`,
  };
}

async function search({ url }: RunningServer, q: string): Promise<string> {
  const query = new URLSearchParams({ q, limit: '5' });

  return (await fetch(`${url}/api/services/search/intent?${query.toString()}`)).text();
}

/** The text of the result. */
async function call({ url }: RunningServer, q: string): Promise<string> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_by_intent', arguments: { q } },
    }),
  });
  const [, data = ''] = /^data: (.*)$/m.exec(await answer.text()) ?? [];

  return Result.parse(JSON.parse(data)).result.content[0].text;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();

  return performance.now() - began;
}
