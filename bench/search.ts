import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Category } from '../src/domain/category.ts';
import type { Snapshot } from '../src/domain/snapshot.ts';
import { Search } from '../src/search/search.ts';
import { runProcess } from '../test/support/run-process.ts';
import { generateSnapshot } from './generate-snapshot.ts';
import { median, percentile } from './machine.ts';
import { ownCategories } from './own-categories.ts';
import { type Figure, writeResult } from './result.ts';
import { generateQuestions, listQueryOf, type SearchQuestion } from './search-questions.ts';
import { miniSearchRival, sqliteRival, typosIn } from './search-rivals.ts';

const size = 100_000;
const million = 1_000_000;
const warmUp = 200;
const asked = 2_000;
/** Fewer questions for the rivals, because plain MiniSearch takes a second for some of them. */
const questionsForRivals = 200;
/** A low limit, so that the changes made here trigger a merge. */
const maxUnmerged = 100;

const Built = z.object({ seconds: z.number(), bytes: z.number() });
const Served = z.object({ seconds: z.number(), p50: z.number(), p99: z.number(), rss: z.number() });

/** Measures the search in process: with 100,000 services, beside plain MiniSearch and SQLite FTS5, and with 1,000,000 in a separate process. */
export async function benchSearch(): Promise<void> {
  const categories = await ownCategories();
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-search-'));

  try {
    await writeResult('search', [
      ...questionFigures(categories),
      ...(await processFigures(folder, size, 1)),
      ...(await processFigures(folder, million, 10)),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function questionFigures(categories: readonly Category[]): Figure[] {
  const snapshot = generateSnapshot(size, categories);
  const questions = generateQuestions(warmUp + asked, categories);
  const search = new Search(snapshot, { maxUnmerged });
  const ours = time(questions, (question) => search.list(listQueryOf(question, search))).slice(warmUp);
  const sentences = time(questions, ({ text }, i) =>
    search.intent(
      search.readSentence(`a service for ${text} that ${questions[i + 1]?.text ?? ''} pays`),
      question20,
    ),
  ).slice(warmUp);

  // Measure changes before the rivals, which fill the heap and slow down the garbage collector.
  const changed = changeFigures(search, snapshot);
  const few = questions.slice(0, questionsForRivals);
  const again = median(time(few, (question) => search.list(listQueryOf(question, search))));
  const plain = median(time(few, miniSearchRival(snapshot)));
  const exact = median(
    time(
      few,
      sqliteRival(snapshot, () => []),
    ),
  );
  const sqlite = median(time(few, sqliteRival(snapshot, typosIn(snapshot))));

  return [
    atMost(`two words, filters and sort at random, ${String(size)} services, p50`, 1.5, median(ours)),
    atMost('the same, p99', 8, percentile(ours, 99), `longest ${percentile(ours, 100).toFixed(1)} ms`),
    atMost(
      'sentences of keywords, p99',
      15,
      percentile(sentences, 99),
      `p50 ${median(sentences).toFixed(2)} ms`,
    ),
    timesFaster('plain MiniSearch', 30, plain / again, plain),
    timesFaster('SQLite FTS5', 8, sqlite / again, sqlite, `without typos ${exact.toFixed(1)} ms`),
    ...changed,
  ];
}

const question20 = { limit: 20, offset: 0 };

/** Adds, changes and removes services one by one, and searches after each change. */
function changeFigures(search: Search, start: Snapshot): Figure[] {
  const [sample] = start.entries();
  if (!sample) throw new Error('the catalog is empty');

  let snapshot = start;
  const change = (name: string, id: string | undefined): number => {
    const before = performance.now();
    const next =
      id === undefined ? snapshot.remove(['added']) : snapshot.declare([{ ...sample.declared, id, name }]);
    const put = id === undefined ? [] : [next.find(id)].filter((entry) => entry !== undefined);
    search.update(next, { put, removed: id === undefined ? ['added'] : [] });
    const { total } = search.list({ wanted: search.readKeywords('xylophone'), ...question20 });
    snapshot = next;

    if (total !== (id === undefined ? 0 : 1)) throw new Error(`the search found ${String(total)} services`);
    return performance.now() - before;
  };
  const rounds = Array.from({ length: 100 }, () => [
    change('Xylophone', 'added'),
    change('A xylophone', 'added'),
    change('', undefined),
  ]);
  const slices: number[] = [];
  for (let more = true; more;) {
    const before = performance.now();
    more = search.work();
    slices.push(performance.now() - before);
  }

  return [
    atMost(
      'one service added, changed or removed, and found or not',
      10,
      percentile(rounds.flat(), 99),
      `p99 of ${String(rounds.flat().length)}; p50 ${median(rounds.flat()).toFixed(2)} ms`,
    ),
    atMost('longest slice of work left for later', 50, Math.max(...slices)),
  ];
}

/** Builds and saves an index in one process, then loads and queries it in another. */
async function processFigures(folder: string, services: number, loadSeconds: number): Promise<Figure[]> {
  const file = join(folder, `${String(services)}.index`);
  const built = Built.parse(await inProcess('build', services, file));
  const served = Served.parse(await inProcess('serve', services, file));
  const gigabytes = served.rss / 2 ** 30;

  return [
    {
      what: `loaded at ${String(services)} from the saved index`,
      wanted: `≤ ${String(loadSeconds)} s`,
      measured: `${served.seconds.toFixed(2)} s`,
      reached: served.seconds <= loadSeconds,
      note: `${(built.bytes / 2 ** 20).toFixed(0)} MiB; built anew in ${built.seconds.toFixed(1)} s`,
    },
    ...(services < million
      ? []
      : [
          atMost(
            `the same questions, ${String(services)} services, p99`,
            40,
            served.p99,
            `p50 ${served.p50.toFixed(1)} ms`,
          ),
          {
            what: 'resident memory of that process, catalog included',
            wanted: '≤ 2.5 GiB',
            measured: `${gigabytes.toFixed(2)} GiB`,
            reached: gigabytes <= 2.5,
          },
        ]),
  ];
}

async function inProcess(what: 'build' | 'serve', services: number, file: string): Promise<unknown> {
  const script = new URL('search-process.ts', import.meta.url).pathname;
  const memory = what === 'build' ? ['--max-old-space-size=8000'] : ['--expose-gc'];
  const args = [...memory, script, what, String(services), file];
  const { code, stdout, stderr } = await runProcess(process.execPath, args);

  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(code)}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The duration of each question in milliseconds. */
function time(
  questions: readonly SearchQuestion[],
  answer: (question: SearchQuestion, i: number) => unknown,
): number[] {
  return questions.map((question, i) => {
    const before = performance.now();
    answer(question, i);
    return performance.now() - before;
  });
}

function atMost(what: string, wanted: number, measured: number, note?: string): Figure {
  return {
    what,
    wanted: `≤ ${String(wanted)} ms`,
    measured: `${measured.toFixed(2)} ms`,
    reached: measured <= wanted,
    ...(note === undefined ? {} : { note }),
  };
}

function timesFaster(rival: string, wanted: number, measured: number, theirs: number, more = ''): Figure {
  return {
    what: `times as fast as ${rival}, at the median`,
    wanted: `≥ ${String(wanted)}`,
    measured: measured.toFixed(0),
    reached: measured >= wanted,
    note: `${String(questionsForRivals)} of the same questions; it took ${theirs.toFixed(1)} ms${more && `, ${more}`}`,
  };
}
