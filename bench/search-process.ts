import { open, readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { Search } from '../src/search/search.ts';
import { generateSnapshot } from './generate-snapshot.ts';
import { percentile } from './machine.ts';
import { ownCategories } from './own-categories.ts';
import { generateQuestions, listQueryOf } from './search-questions.ts';

/** A separate process for one catalog, to measure its memory. It builds and saves an index, or loads one and answers questions. */
const categories = await ownCategories();
const questions = 1_000;
const warmUp = 100;

async function build(size: string, file: string): Promise<void> {
  const snapshot = generateSnapshot(Number(size), categories);
  const started = performance.now();
  const search = new Search(snapshot);
  const seconds = (performance.now() - started) / 1000;

  const output = await open(file, 'w');
  let bytes = 0;
  for (const piece of search.save()) {
    for (let at = 0; at < piece.length;) at += (await output.write(piece, at)).bytesWritten;
    bytes += piece.length;
  }
  await output.close();
  console.log(JSON.stringify({ seconds, bytes }));
}

async function serve(size: string, file: string): Promise<void> {
  const snapshot = generateSnapshot(Number(size), categories);
  globalThis.gc?.();
  const started = performance.now();
  const search = Search.load(await readFile(file), snapshot);
  const seconds = (performance.now() - started) / 1000;
  if (!search) throw new Error('the saved index was not taken');

  const times = generateQuestions(questions + warmUp, categories).map((question) => {
    const asked = performance.now();
    search.list(listQueryOf(question, search));
    return performance.now() - asked;
  });
  globalThis.gc?.();
  const measured = times.slice(warmUp);
  console.log(
    JSON.stringify({
      seconds,
      p50: percentile(measured, 50),
      p99: percentile(measured, 99),
      rss: process.memoryUsage().rss,
    }),
  );
}

const command = new Command();
command.command('build <size> <file>').action(build);
command.command('serve <size> <file>').action(serve);
await command.parseAsync();
