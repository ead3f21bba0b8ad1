import { join } from 'node:path';
import { Command } from 'commander';
import { dictionaryRows } from './evaluation/dictionary-rows.ts';
import { figuresOf, type Runs, slotF1 } from './evaluation/metrics.ts';
import {
  type DirectionOf,
  plainMiniSearch,
  type Ranker,
  tollbookApi,
  tollbookPages,
} from './evaluation/rankers.ts';
import { Labels, type Label, readCorpus, readJson } from './evaluation/read-corpus.ts';
import { useOwnDictionaries } from '../src/adapters/search/own-dictionaries.ts';
import { readConfig } from '../src/config/config.ts';
import { openModel } from '../src/open/model.ts';
import { rankingVersion, Search } from '../src/search/search.ts';
import { embedServices } from './embed-services.ts';
import { Progress } from './progress.ts';
import { atNamedFile } from './named-file.ts';
import { runCommand } from './run-command.ts';

/** The files of labelled sentences that `--languages` takes all of. */
const allSentences = ['dev.json', 'dev2.json'];

const program = new Command('eval')
  .description(
    'How well search understands: labelled questions over a corpus, by API and pages, next to plain MiniSearch.',
  )
  .option(
    '--folder <path>',
    'folder of corpus.json and categories.json',
    process.env['EVAL_DIR'] ?? '../shared/eval',
  )
  .option('--intent <file>', 'labelled sentences in that folder', 'dev.json')
  .option('--keywords <file>', 'labelled keyword queries in that folder', 'keyword-dev.json')
  .option('--per-query', 'also print every query')
  .option(
    '--languages',
    `instead, what the dictionary of each language is worth on the sentences of ${allSentences.join(' and ')}`,
  )
  .action(async ({ folder, intent, keywords, perQuery, languages }: Options) => {
    console.log(`Tollbook's ranking: ${rankingVersion}`);
    const corpus = await atNamedFile(folder, () => readCorpus(folder));
    useOwnDictionaries();
    const search = new Search(corpus.snapshot);
    const config = readConfig(process.env);
    await embedServices(() => search, config, new Progress(process.stdout));
    const opened = await openModel(config, 1);
    const directionOf: DirectionOf = async (text) => opened?.model.embed(text, 'question');
    if (languages) {
      const sentences = await Promise.all(allSentences.map((file) => readLabels(folder, file)));
      const rows = await dictionaryRows(sentences.flat(), tollbookApi(search, directionOf), corpus);
      console.table(rows);
      await opened?.model.close();
      return;
    }

    const sets = {
      intent: await readLabels(folder, intent),
      keywords: await readLabels(folder, keywords),
    };
    const summary: Record<string, object> = {};
    for (const ranker of [
      plainMiniSearch(corpus),
      tollbookApi(search, directionOf),
      tollbookPages(search, directionOf),
    ]) {
      const answers = {
        intent: await ask(ranker, 'intent', sets.intent, (id) => corpus.corpusId(id)),
        keywords: await ask(ranker, 'keywords', sets.keywords, (id) => corpus.corpusId(id)),
      };

      for (const set of ['intent', 'keywords'] as const) {
        report(`${ranker.name}, ${set}`, sets[set], answers[set], perQuery === true);
      }
      summary[ranker.name] = {
        'intent nDCG@10': row(sets.intent, answers.intent.runs)['nDCG@10'],
        'keywords nDCG@10': row(sets.keywords, answers.keywords.runs)['nDCG@10'],
      };
    }
    console.log('\nAll');
    console.table(summary);
    await opened?.model.close();
  });

interface Options {
  readonly folder: string;
  readonly intent: string;
  readonly keywords: string;
  readonly perQuery?: true;
  readonly languages?: true;
}

async function readLabels(folder: string, file: string): Promise<Label[]> {
  const path = join(folder, file);

  return Labels.parse(await atNamedFile(path, () => readJson(path)));
}

interface Answers {
  readonly runs: Runs;
  readonly slots: Readonly<Record<string, object>>;
}

async function ask(
  ranker: Ranker,
  set: 'intent' | 'keywords',
  labels: readonly Label[],
  corpusId: (id: string) => string,
): Promise<Answers> {
  const answers = await Promise.all(labels.map(async ({ id, q }) => ({ id, answer: await ranker[set](q) })));

  return {
    runs: Object.fromEntries(answers.map(({ id, answer }) => [id, answer.ids.map((each) => corpusId(each))])),
    slots: Object.fromEntries(
      answers.flatMap(({ id, answer }) => (answer.intent ? [[id, answer.intent]] : [])),
    ),
  };
}

function report(title: string, labels: readonly Label[], { runs, slots }: Answers, perQuery: boolean): void {
  const types = [...new Set(labels.map(({ type }) => type))].sort();
  const parts: [string, readonly Label[]][] = [
    ['all', labels],
    ['even rows', labels.filter((_, at) => at % 2 === 0)],
    ['odd rows', labels.filter((_, at) => at % 2 === 1)],
    ...types.map((type): [string, readonly Label[]] => [type, labels.filter((label) => label.type === type)]),
  ];

  console.log(
    `\n${title}${Object.keys(slots).length > 0 ? `: slots without category F1 ${slotF1(labels, slots).toFixed(4)}` : ''}`,
  );
  console.table(Object.fromEntries(parts.map(([name, some]) => [name, row(some, runs)])));
  if (perQuery) {
    console.table(
      Object.fromEntries(labels.map((label) => [`${label.id} ${label.q.slice(0, 60)}`, row([label], runs)])),
    );
  }
}

function row(labels: readonly Label[], runs: Runs): Record<string, string | number> {
  const { queries, ndcg, mrr, recall, emptyOk } = figuresOf(labels, runs);

  return {
    queries,
    'nDCG@10': ndcg.toFixed(3),
    MRR: mrr.toFixed(3),
    'recall@10': recall.toFixed(3),
    emptyOK: emptyOk === undefined ? '' : emptyOk.toFixed(3),
  };
}

await runCommand(program);
