import autocannon from 'autocannon';
import { startServer } from '../test/support/running-server.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { ownCategories } from './own-categories.ts';
import { writeResult } from './result.ts';
import { generateQuestions, type SearchQuestion } from './search-questions.ts';

const services = 100_000;
const connections = 32;
const seconds = 10;
/** More than a connection can ask in that time, so that no question repeats. */
const questionsPerConnection = 2_000;
const wantedRate = 800;
const wantedP99 = 60;

/** Sends distinct searches over HTTP from 32 connections at once. */
export async function benchSearchHttp(): Promise<void> {
  const categories = await ownCategories();
  const workplace = await generatedCatalog(services);
  const server = await startServer(workplace.environment);

  try {
    const paths = generateQuestions(questionsPerConnection * (connections + 1), categories).map(pathOf);
    await load(server.url, paths.slice(-questionsPerConnection), 1);
    const { rate, p99 } = await load(server.url, paths, connections);

    await writeResult('search-http', [
      {
        what: `distinct searches of ${String(services)} services, ${String(connections)} connections`,
        wanted: `≥ ${String(wantedRate)} a second`,
        measured: `${rate.toFixed(0)} a second`,
        reached: rate >= wantedRate,
        note: 'two words, filters and sort at random; one server process',
      },
      {
        what: 'the same, p99',
        wanted: `≤ ${String(wantedP99)} ms`,
        measured: `${String(p99)} ms`,
        reached: p99 <= wantedP99,
      },
    ]);
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

/** Gives every connection its own questions. */
async function load(
  url: string,
  paths: readonly string[],
  from: number,
): Promise<{ rate: number; p99: number }> {
  let next = 0;
  const result = await autocannon({
    url,
    connections: from,
    duration: seconds,
    setupClient(client) {
      client.setRequests(
        paths.slice(next, next + questionsPerConnection).map((path) => ({ method: 'GET', path })),
      );
      next += questionsPerConnection;
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${String(result.non2xx)} answers were not 2xx, ${String(result.errors)} errors`);
  }

  return { rate: result.requests.average, p99: result.latency.p99 };
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
