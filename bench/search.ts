import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type MiniSearch from 'minisearch';
import { z } from 'zod';
import { miniSearchOf } from '../scripts/evaluation/mini-search-of.ts';
import { CatalogFolder } from '../src/adapters/catalog-folder.ts';
import { VectorFile } from '../src/adapters/embedding/vector-file.ts';
import { readCatalog } from '../src/catalog-files/read-catalog.ts';
import { unobserved } from '../src/domain/service.ts';
import { Snapshot } from '../src/domain/snapshot.ts';
import { openModel } from '../src/open/model.ts';
import { meaningKey, meaningText } from '../src/search/meaning/meaning-text.ts';
import { rounded } from '../src/search/meaning/vector-table.ts';
import { type RunningServer, startServer, type Workplace } from '../test/support/running-server.ts';
import { randomFrom } from './generate.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { generateVectors } from './generate-vectors.ts';
import { median, percentile } from './machine.ts';
import { residentKiB } from './peak-memory.ts';
import { realWords, typedTexts } from './real-words.ts';
import { type Figure, writeResult } from './result.ts';
import { SteadyReads } from './steady-reads.ts';

const asked = 60;
/** The first answers wait for code to be compiled. */
const warmUp = 10;
const clients = 8;
const readsMs = 5_000;

/**
 * Measures the search of a server over HTTP beside its peers, which are asked the same in turn: plain MiniSearch, and the sentence model alone.
 * With EMBEDDING_MODEL=none, without sentences.
 */
export async function benchSearch(): Promise<void> {
  await measure('search', [2_400, 30_000]);
}

/** The same with more services than Tollbook is made for. */
export async function benchSearchLarge(): Promise<void> {
  await measure('search-large', [100_000]);
}

async function measure(name: string, sizes: readonly number[]): Promise<void> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    figures.push(...(await figuresAt(size)));
    await writeResult(name, figures);
  }
}

/** Texts that were not asked before, and the number of services. */
interface Asked {
  readonly size: number;
  readonly keywords: () => string;
  readonly sentence: () => string;
}

async function figuresAt(size: number): Promise<Figure[]> {
  const words = await realWords();
  const random = randomFrom(2);
  const word = words(random);
  const texts: Asked = {
    size,
    keywords: typedTexts(word, random),
    sentence: () => `I need a service that tells ${word()} ${word()} for ${word()} and ${word()}`,
  };
  const workplace = await generatedCatalog(size, words);
  const embeddingModel = process.env['EMBEDDING_MODEL'] ?? '';
  try {
    const snapshot = await snapshotIn(workplace);
    await storeVectors(workplace, snapshot);
    const started = performance.now();
    const server = await startServer({ ...workplace.environment, EMBEDDING_MODEL: embeddingModel });
    try {
      await untilComplete(server);
      const seconds = (performance.now() - started) / 1_000;
      const plain = miniSearchOf(snapshot.entries(), (id) => snapshot.categoryName(id));
      return [
        ...(await keywordFigures(server, plain, texts)),
        ...(embeddingModel === 'none' ? [] : [await sentenceFigure(server, texts)]),
        ...(await readFigures(server, texts)),
        told(`seconds from a start until every answer is complete, ${String(size)} services`, seconds),
        told('the same server, MiB of resident memory', (await residentKiB(server.pid)) / 1_024),
      ];
    } finally {
      await server.stop('SIGTERM');
    }
  } finally {
    await workplace.remove();
  }
}

async function snapshotIn({ catalog }: Workplace): Promise<Snapshot> {
  const { categories, services } = await readCatalog(new CatalogFolder(catalog), { allowInsecure: false });
  const version = { commit: '0'.repeat(40), changedAt: '2026-01-01T00:00:00.000Z', unbuilt: 0 };

  return Snapshot.of(
    version,
    categories,
    services.map((declared) => ({ declared, observed: unobserved })),
  );
}

/** Random vectors, since the model would take minutes: how long a comparison takes does not depend on them. */
async function storeVectors({ environment }: Workplace, snapshot: Snapshot): Promise<void> {
  const vectors = generateVectors(snapshot.size);
  const records = Array.from(snapshot.entries(), ({ declared }) => ({
    key: meaningKey(meaningText(declared)),
    vector: rounded(vectors.next().value as Float32Array),
  }));
  await new VectorFile(environment['DATA_DIR'] ?? '', 'all-MiniLM-L6-v2').append(records);
}

const Complete = z.object({ ranking: z.object({ complete: z.literal(true) }) });

function isComplete(body: string): boolean {
  return Complete.safeParse(JSON.parse(body)).success;
}

async function untilComplete({ url }: RunningServer): Promise<void> {
  for (;;) {
    if (isComplete(await read(intentUrl(url, 'a weather forecast for a picnic')))) return;
    await pause(100);
  }
}

async function keywordFigures(
  { url }: RunningServer,
  plain: MiniSearch,
  { size, keywords }: Asked,
): Promise<Figure[]> {
  const ask = (query: string): Promise<number> => timed(() => read(keywordsUrl(url, query)));
  const [theirs, ours]: [number[], number[]] = [[], []];
  for (let i = 0; i < warmUp + asked; i += 1) {
    const query = keywords();
    theirs.push(await timed(() => plain.search(query, miniSearchOptions)));
    ours.push(await ask(query));
  }
  const [peer, one] = [theirs.slice(warmUp), ours.slice(warmUp)];
  const many = await Promise.all(
    Array.from({ length: clients }, async () => {
      const times: number[] = [];
      for (let i = 0; i < asked / 3; i += 1) times.push(await ask(keywords()));
      return times;
    }),
  );

  const what = `keywords over HTTP, ${String(size)} services`;
  return [
    ratio(`${what}, one client, p50 beside MiniSearch alone`, 3, median(one), median(peer)),
    ratio('the same, p99', undefined, percentile(one, 99), percentile(peer, 99)),
    ratio(`the same, ${String(clients)} clients, p50`, undefined, median(many.flat()), median(peer)),
    ratio('the same, p99', undefined, percentile(many.flat(), 99), percentile(peer, 99)),
  ];
}

const miniSearchOptions = {
  boost: { name: 3 },
  combineWith: 'AND',
  fuzzy: (term: string) => (term.length > 3 ? 0.2 : false),
  prefix: (_term: string, position: number, terms: string[]) => position === terms.length - 1,
} as const;

async function sentenceFigure({ url }: RunningServer, { size, sentence }: Asked): Promise<Figure> {
  const opened = await openModel({ embeddingModel: undefined, dataDir: 'unused' }, 1);
  const [theirs, ours]: [number[], number[]] = [[], []];
  let complete = 0;
  for (let i = 0; i < warmUp + asked; i += 1) {
    const said = sentence();
    theirs.push(await timed(() => opened?.model.embed(said, 'question')));
    ours.push(
      await timed(async () => {
        if (isComplete(await read(intentUrl(url, said)))) complete += 1;
      }),
    );
  }
  await opened?.model.close();

  const what = `sentences with meaning, ${String(size)} services, p50 beside the model alone`;
  const figure = ratio(what, 2, median(ours.slice(warmUp)), median(theirs.slice(warmUp)));
  return {
    ...figure,
    note: `${figure.note ?? ''}; ${String(complete)} of ${String(ours.length)} answers complete`,
  };
}

/** Reads without a text, alone and beside clients that search. */
async function readFigures({ url }: RunningServer, { size, keywords }: Asked): Promise<Figure[]> {
  const alone = await readsWhile(url, () => pause(readsMs));
  const beside = await readsWhile(url, async () => {
    const end = performance.now() + readsMs;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) await read(keywordsUrl(url, keywords()));
      }),
    );
  });
  const longest = Math.max(...beside);

  return [
    ratio(
      `other reads beside ${String(clients)} clients that search, ${String(size)} services, p99 beside the same alone`,
      1.5,
      percentile(beside, 99),
      percentile(alone, 99),
    ),
    {
      what: 'the same, the longest',
      wanted: '≤ 100 ms',
      measured: `${longest.toFixed(0)} ms`,
      reached: longest <= 100,
      note: `${Math.max(...alone).toFixed(0)} ms alone`,
    },
  ];
}

async function readsWhile(url: string, work: () => Promise<void>): Promise<number[]> {
  const reads = new SteadyReads(`${url}/api/services?limit=5`);
  await work();
  return reads.stop();
}

/** Reads an answer, on a connection of its own. @throws when it is neither given, nor refused because the search is busy */
async function read(url: string): Promise<string> {
  const [answer] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  const body = await text(answer);
  const { statusCode } = answer;
  if (statusCode !== 200 && statusCode !== 503) throw new Error(`${url} was answered ${String(statusCode)}`);

  return body;
}

function keywordsUrl(url: string, query: string): string {
  return `${url}/api/services?${new URLSearchParams({ query }).toString()}`;
}

function intentUrl(url: string, q: string): string {
  return `${url}/api/services/search/intent?${new URLSearchParams({ q }).toString()}`;
}

/** In milliseconds. */
async function timed(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function told(what: string, measured: number): Figure {
  return { what, wanted: 'told', measured: measured.toPrecision(3), reached: true };
}

/** Our time beside that of a peer. */
function ratio(what: string, wanted: number | undefined, ours: number, theirs: number): Figure {
  return {
    what,
    wanted: wanted === undefined ? 'told' : `≤ ${String(wanted)} ×`,
    measured: `${(ours / theirs).toFixed(2)} ×`,
    reached: wanted === undefined || ours <= wanted * theirs,
    note: `${ours.toFixed(1)} ms, ${theirs.toFixed(1)} ms`,
  };
}
