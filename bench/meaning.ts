import autocannon from 'autocannon';
import { z } from 'zod';
import { VectorFile } from '../src/adapters/embedding/vector-file.ts';
import { allThreads, openModel } from '../src/open-model.ts';
import { meaningKey, meaningText } from '../src/search/meaning/meaning-text.ts';
import { rounded, VectorTable } from '../src/search/meaning/vector-table.ts';
import { startServer } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

const dimensions = 384;
const services = 10_000;
/** Recall is measured at the first size. */
const recallSize = 100_000;
const sizes = [recallSize, 1_000_000];
const scans = 30;
const wantedRecall = 0.95;
const embedded = 200;
const connections = 32;
const listReadsPerSecond = 100;
const seconds = 15;

/** Measures the search by meaning: the scan of all vectors, the making of vectors, and sentences nobody asked before over HTTP. */
export async function benchMeaning(): Promise<void> {
  await writeResult('meaning', [
    ...sizes.flatMap((size) => scanFigures(size)),
    await makingFigure(),
    ...(await sentenceFigures()),
  ]);
}

/** Vectors lie around a thousand topics, as those of texts do. */
function* generateVectors(count: number): Generator<Float32Array> {
  const topics = Array.from({ length: 1_000 }, () => randomVector(1));
  for (let i = 0; i < count; i += 1) {
    const topic = topics[i % topics.length] ?? new Float32Array(dimensions);
    yield randomVector(1).map((number, at) => number + (topic[at] ?? 0));
  }
}

function randomVector(scale: number): Float32Array {
  return Float32Array.from(
    { length: dimensions },
    () => scale * (Math.random() + Math.random() + Math.random() - 1.5),
  );
}

function scanFigures(size: number): Figure[] {
  const table = new VectorTable(dimensions);
  const kept: Float32Array[] = [];
  for (const vector of generateVectors(size)) {
    table.add(table.count, rounded(vector));
    if (kept.length < recallSize) kept.push(vector);
  }

  const queries = [...generateVectors(scans)];
  const times = queries.map((query) => {
    const started = performance.now();
    table.cosines(query);
    return performance.now() - started;
  });
  const [query] = queries;
  const recall = size === kept.length && query ? recallOf(query, kept, table) : undefined;
  return [
    {
      what: `all ${String(size)} vectors compared with a sentence, p50`,
      wanted: 'told',
      measured: `${percentile(times, 50).toFixed(1)} ms`,
      reached: true,
      note: `p99 ${percentile(times, 99).toFixed(1)} ms; ${String(Math.round((size * dimensions) / 2 ** 20))} MiB of vectors`,
    },
    ...(recall === undefined
      ? []
      : [
          {
            what: 'the best 100 by whole numbers among the best 100 by floats',
            wanted: `≥ ${String(wantedRecall)}`,
            measured: recall.toFixed(3),
            reached: recall >= wantedRecall,
          },
        ]),
  ];
}

function recallOf(query: Float32Array, vectors: readonly Float32Array[], table: VectorTable): number {
  const exact = bestHundred(vectors.map((vector) => cosine(query, vector)));
  const rough = new Set(bestHundred([...table.cosines(query)]));

  return exact.filter((row) => rough.has(row)).length / exact.length;
}

function bestHundred(cosines: readonly number[]): number[] {
  return [...cosines.keys()].sort((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0)).slice(0, 100);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    product += x * y;
    left += x * x;
    right += y * y;
  }
  return product / Math.sqrt(left * right);
}

async function makingFigure(): Promise<Figure> {
  const opened = await openModel({ embeddingModel: undefined, dataDir: 'unused' }, allThreads);
  if (!opened) throw new Error('there is no model');

  const texts = await generateTexts(embedded);
  await opened.model.embed('a first text, which takes longer', 'service');
  const started = performance.now();
  await Promise.all(texts.map((text) => opened.model.embed(text, 'service')));
  const perText = (performance.now() - started) / embedded;
  await opened.model.close();
  return {
    what: `making vectors, on ${String(allThreads)} cores`,
    wanted: 'told',
    measured: `${perText.toFixed(1)} ms a service`,
    reached: true,
    note: `100000 services take ${((perText * 100_000) / 60_000).toFixed(0)} minutes`,
  };
}

async function sentenceFigures(): Promise<Figure[]> {
  const workplace = await generatedCatalog(services);
  await storeVectors(workplace.environment['DATA_DIR'] ?? '');
  const server = await startServer({ ...workplace.environment, EMBEDDING_MODEL: '' });

  try {
    await untilMeaning(server.url);
    const [sentences, lists] = await Promise.all([askSentences(server.url), readLists(server.url)]);
    const byMeaning = sentences.byMeaning / sentences.answers;
    return [
      {
        what: `sentences nobody asked before, ${String(connections)} connections, p99`,
        wanted: '≤ 400 ms',
        measured: `${String(sentences.p99)} ms`,
        reached: sentences.p99 <= 400,
        note: `${sentences.rate.toFixed(0)} a second; ${(100 * byMeaning).toFixed(0)} % answered by words and meaning, the others by words`,
      },
      {
        what: `lists beside them, ${String(listReadsPerSecond)} a second, p99`,
        wanted: '≤ 50 ms',
        measured: `${String(lists.p99)} ms`,
        reached: lists.p99 <= 50,
      },
    ];
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

/** Random vectors for all services of the generated catalog, so that no model has to make them first. */
async function storeVectors(dataDir: string): Promise<void> {
  const vectors = generateVectors(services);
  const records = (await generateTexts(services)).map((text) => ({
    key: meaningKey(text),
    vector: rounded(vectors.next().value as Float32Array),
  }));
  await new VectorFile(dataDir, 'all-MiniLM-L6-v2').append(records);
}

const Described = z.object({ name: z.string(), description: z.string() });

async function generateTexts(count: number): Promise<string[]> {
  return [...generateRegistrations(count, await categoryIds())].map((service) =>
    meaningText(Described.parse(service)),
  );
}

const Ranking = z.object({ ranking: z.object({ by: z.array(z.string()) }) });

async function untilMeaning(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/services/search/intent?q=weather+forecast+for+a+picnic`);
    if (Ranking.parse(await answer.json()).ranking.by.includes('meaning')) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const subjects = 'weather stocks trains recipes news music flights energy health sports taxes maps'.split(
  ' ',
);
const verbs = 'find compare translate predict summarize check convert track'.split(' ');

let asked = 0;
function newSentence(): string {
  asked += 1;
  const [verb, subject] = [verbs[asked % verbs.length] ?? '', subjects[asked % subjects.length] ?? ''];
  return `I want to ${verb} ${subject} for customer number ${String(asked)} of a shop in town`;
}

interface Answered {
  readonly p99: number;
  readonly rate: number;
  readonly answers: number;
  readonly byMeaning: number;
}

async function askSentences(url: string): Promise<Answered> {
  let byMeaning = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: `/api/services/search/intent?q=${encodeURIComponent(newSentence())}`,
        }),
        onResponse(_status, body) {
          if (body.includes('"meaning"')) byMeaning += 1;
        },
      },
    ],
  });
  return {
    p99: result.latency.p99,
    rate: result.requests.average,
    answers: result.requests.total,
    byMeaning,
  };
}

async function readLists(url: string): Promise<{ readonly p99: number }> {
  const result = await autocannon({
    url: `${url}/api/services?sortBy=price&limit=20`,
    connections: 2,
    overallRate: listReadsPerSecond,
    duration: seconds,
  });
  return { p99: result.latency.p99 };
}
