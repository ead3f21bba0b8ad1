import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Category } from '../src/domain/category.ts';
import { startServer } from '../test/support/running-server.ts';
import { randomFrom, type Words } from './generate.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { ownCategories } from './own-categories.ts';
import { realWords, typedTexts } from './real-words.ts';
import { type Figure, writeResult } from './result.ts';
import { generateQuestions, questionsOf, type SearchQuestion } from './search-questions.ts';
import { load, type Load } from './wrk.ts';

const services = 100_000;
const manyConnections = 32;
const seconds = 10;
/** A server that has just started reads all files once more in the background, which takes about this long. */
const warmUpSeconds = 30;
/** More than the server answers in any of these times, so that no question repeats. */
const questionsPerRound = 60_000;
const wantedRate = 800;
const wantedP99 = { one: 15, many: 60 };

/** Sends distinct searches over HTTP with wrk, to a catalog of real words and to one of made-up words. */
export async function benchSearchHttp(): Promise<void> {
  const categories = await ownCategories();
  const words = await realWords();
  const ofRealWords = await measure(realQuestions(words, categories), words);
  const ofMadeUpWords = await measure(generateQuestions(3 * questionsPerRound, categories));

  await writeResult('search-http', [
    ...figures('real words', ofRealWords),
    ...figures('made-up words', ofMadeUpWords),
  ]);
}

interface Measured {
  readonly one: Load;
  readonly many: Load;
}

/** Asks each question once: some to warm the server up, some over one connection, and some over many. */
async function measure(questions: readonly SearchQuestion[], words?: Words): Promise<Measured> {
  const paths = [...new Set(questions.map(pathOf))];
  const workplace = await generatedCatalog(services, words);
  const server = await startServer(workplace.environment);
  const round = async (nth: number, connections: number, duration = seconds): Promise<Load> => {
    const file = join(workplace.folder, 'paths');
    await writeFile(file, paths.slice(nth * questionsPerRound, (nth + 1) * questionsPerRound).join('\n'));
    const measured = await load(server.url, file, connections, duration);
    if (measured.asked > questionsPerRound) {
      throw new Error('the questions ran out, and the last ones repeated');
    }
    return measured;
  };

  try {
    await round(0, manyConnections, warmUpSeconds);
    return { one: await round(1, 1), many: await round(2, manyConnections) };
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

function figures(what: string, { one, many }: Measured): Figure[] {
  return [
    {
      what: `searches of ${String(services)} services of ${what}, 1 connection, p99`,
      wanted: `≤ ${String(wantedP99.one)} ms`,
      measured: `${one.p99.toFixed(1)} ms`,
      reached: one.p99 <= wantedP99.one,
      note: `p50 ${one.p50.toFixed(1)} ms; ${one.rate.toFixed(0)} a second`,
    },
    {
      what: `the same, ${String(manyConnections)} connections`,
      wanted: `≥ ${String(wantedRate)} a second`,
      measured: `${many.rate.toFixed(0)} a second`,
      reached: many.rate >= wantedRate,
      note: 'two words, filters and sort at random; one server process',
    },
    {
      what: 'the same, p99',
      wanted: `≤ ${String(wantedP99.many)} ms`,
      measured: `${many.p99.toFixed(1)} ms`,
      reached: many.p99 <= wantedP99.many,
      note: `p50 ${many.p50.toFixed(1)} ms`,
    },
  ];
}

/** Questions in the words of the catalog, as people type them. */
function realQuestions(words: Words, categories: readonly Category[]): SearchQuestion[] {
  const random = randomFrom(2);

  return questionsOf(typedTexts(words(random), random), 3 * questionsPerRound, categories, 3);
}

function pathOf({ text, categories, chains, statuses, maxPrice, sortBy }: SearchQuestion): string {
  const parameters = new URLSearchParams({
    query: text,
    ...(categories?.[0] ? { category: categories[0] } : {}),
    ...(chains?.[0] ? { chain: chains[0] } : {}),
    ...(statuses?.[0] ? { status: statuses[0] } : {}),
    ...(maxPrice === undefined ? {} : { maxPricePerRequest: maxPrice }),
    ...(sortBy ? { sortBy } : {}),
  });

  return `/api/services?${parameters.toString()}`;
}
