import { z } from 'zod';
import { miniSearchOf } from '../scripts/evaluation/mini-search-of.ts';
import type { Category } from '../src/domain/category.ts';
import type { Snapshot } from '../src/domain/snapshot.ts';
import { Search } from '../src/search/search.ts';
import { runProcess } from '../test/support/run-process.ts';
import { generateSnapshot } from './generate-snapshot.ts';
import { median, percentile } from './machine.ts';
import { ownCategories } from './own-categories.ts';
import { type Figure, writeResult } from './result.ts';
import { generateQuestions, listQueryOf } from './search-questions.ts';

const size = 30_000;
const warmUp = 10;
/** Few, because plain MiniSearch takes a tenth of a second for one, and a sentence more. */
const asked = 100;
const page = { limit: 20, offset: 0 };

const Built = z.object({ services: z.literal(size), seconds: z.number(), bytes: z.number() });

/** Measures the search with 30,000 services: in process beside plain MiniSearch, which is asked the same words, and what its index takes. */
export async function benchSearch(): Promise<void> {
  const categories = await ownCategories();
  const built = await builtApart();

  await writeResult('search', [
    ...(await questionFigures(categories)),
    atMost(`index of ${String(size)} services, in seconds`, 30, built.seconds),
    atMost('resident memory that it adds, in MiB', 1_000, built.bytes / 2 ** 20),
  ]);
}

async function questionFigures(categories: readonly Category[]): Promise<Figure[]> {
  const snapshot = generateSnapshot(size, categories);
  const search = new Search(snapshot);
  const questions = generateQuestions(warmUp + asked, categories);
  const sentences = questions.map(
    ({ text }, i) => `a service for ${text} that ${questions[i - 1]?.text ?? ''} pays`,
  );

  const keywords = await time(questions, async (question) =>
    search.list(await listQueryOf(question, search)),
  );
  const intents = await time(sentences, async (text) => search.intent(await search.readSentence(text), page));
  // Measure changes before MiniSearch, which fills the heap and slows down the garbage collector.
  const changes = await changeTimes(search, snapshot);
  const plain = miniSearchOf(snapshot.entries(), (id) => snapshot.categoryName(id));
  const theirs = await time(questions, ({ text }) =>
    plain.search(text, {
      boost: { name: 3 },
      combineWith: 'AND',
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      prefix: (_term, position, terms) => position === terms.length - 1,
    }),
  );

  return [
    beside(`two words, filters and sort at random, ${String(size)} services, p50`, 50, keywords, theirs),
    beside('the same, p99', 99, keywords, theirs),
    atMost(
      'sentences of keywords, p99 in ms',
      200,
      percentile(intents, 99),
      `p50 ${median(intents).toFixed(1)} ms`,
    ),
    atMost(
      'one service added, changed or removed, and found or not, p99 in ms',
      10,
      percentile(changes, 99),
      `p50 ${median(changes).toFixed(2)} ms`,
    ),
  ];
}

/** Adds, changes and removes services one by one, and searches after each change. */
async function changeTimes(search: Search, start: Snapshot): Promise<number[]> {
  const [sample] = start.entries();
  if (!sample) throw new Error('the catalog is empty');

  let snapshot = start;
  const change = async (name: string | undefined): Promise<void> => {
    const next =
      name === undefined
        ? snapshot.remove(['added'])
        : snapshot.declare([{ ...sample.declared, id: 'added', name }]);
    const added = next.find('added');
    search.update(next, { put: added ? [added] : [], removed: added ? [] : ['added'] });
    const { total } = await search.list({ wanted: await search.readKeywords('xylophone'), ...page });
    snapshot = next;
    if (total !== (added ? 1 : 0)) throw new Error(`the search found ${String(total)} services`);
  };

  const rounds = Array.from({ length: 30 }, () => ['Xylophone', 'A xylophone', undefined]);
  return time(rounds.flat(), change, 0);
}

/** Builds an index in another process, which holds nothing else. */
async function builtApart(): Promise<z.infer<typeof Built>> {
  const script = new URL('search-process.ts', import.meta.url).pathname;
  const args = ['--expose-gc', '--max-old-space-size=8000', script, String(size)];
  const { code, stdout, stderr } = await runProcess(process.execPath, args);

  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(code)}: ${stderr}`);
  return Built.parse(JSON.parse(stdout));
}

/** The duration of each question in milliseconds, but for the first ones. */
async function time<Question>(
  questions: readonly Question[],
  answer: (question: Question) => unknown,
  unmeasured = warmUp,
): Promise<number[]> {
  const times: number[] = [];
  for (const question of questions) {
    const before = performance.now();
    await answer(question);
    times.push(performance.now() - before);
  }
  return times.slice(unmeasured);
}

function atMost(what: string, wanted: number, measured: number, note?: string): Figure {
  return {
    what,
    wanted: `≤ ${String(wanted)}`,
    measured: measured.toFixed(1),
    reached: measured <= wanted,
    ...(note === undefined ? {} : { note }),
  };
}

/** Compares a percentile of our times with that of plain MiniSearch. */
function beside(what: string, percent: number, ours: readonly number[], theirs: readonly number[]): Figure {
  const [own, other] = [percentile(ours, percent), percentile(theirs, percent)];

  return {
    what: `${what}, beside plain MiniSearch`,
    wanted: '≤ 3 times as long',
    measured: `${(own / other).toFixed(2)} times`,
    reached: own <= 3 * other,
    note: `${own.toFixed(1)} ms; plain MiniSearch ${other.toFixed(1)} ms`,
  };
}
