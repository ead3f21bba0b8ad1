import { z } from 'zod';
import { allThreads, openModel } from '../src/open/model.ts';
import { meaningText } from '../src/search/meaning/meaning-text.ts';
import { rounded, VectorTable } from '../src/search/meaning/vector-table.ts';
import { generateRegistrations } from './generate.ts';
import { dimensions, generateVectors } from './generate-vectors.ts';
import { categoryIds } from './generated-catalog.ts';
import { percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

/** Recall is measured at the first size. */
const recallSize = 100_000;
const sizes = [recallSize, 1_000_000];
const scans = 30;
const wantedRecall = 0.95;
const embedded = 200;

/** Measures the search by meaning: the scan of all vectors, and the making of vectors. */
export async function benchMeaning(): Promise<void> {
  await writeResult('meaning', [...sizes.flatMap((size) => scanFigures(size)), await makingFigure()]);
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

const Described = z.object({ name: z.string(), description: z.string() });

async function generateTexts(count: number): Promise<string[]> {
  return [...generateRegistrations(count, await categoryIds())].map((service) =>
    meaningText(Described.parse(service)),
  );
}
