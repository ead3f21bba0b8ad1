import { readFile } from 'node:fs/promises';
import { writeDurably } from '../../src/adapters/durable-file.ts';
import { filesOf } from '../../src/catalog-files/catalog-change.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { durationMs } from '../../src/domain/duration.ts';
import { quoted } from '../../src/domain/plain-text.ts';
import { Snapshot, unobservedEntry } from '../../src/domain/snapshot.ts';
import { pagesWithLive } from '../../src/import/ask-live.ts';
import { categoryChooser, type CategorySigns, wordReader } from '../../src/import/choose-category.ts';
import { findSource } from '../../src/import/find-source.ts';
import { type Harvest, harvest } from '../../src/import/harvest.ts';
import { ImportFault } from '../../src/import/import-fault.ts';
import { importPath, Journal, lockSource } from '../../src/import/journal.ts';
import { type ImportPlan, planImportFrom } from '../../src/import/plan.ts';
import { firstPlace, pagesOf } from '../../src/import/read-source.ts';
import { type ImportReport, reportOf } from '../../src/import/report.ts';
import { SellerDocuments } from '../../src/import/seller-documents.ts';
import { type Source, sourceNames } from '../../src/import/source.ts';
import type { SourceClient } from '../../src/import/source-client.ts';
import { withDistinctDescriptions } from '../../src/import/distinct-texts.ts';
import { openLocalCatalog, readLocalCatalog } from '../../src/open/catalog.ts';
import { openSourceClient } from '../../src/open/prober.ts';
import { listings } from '../../src/registration/listings.ts';
import { Progress } from '../progress.ts';
import { commitDecided } from './commit-decided.ts';
import { meantCategories } from './meant-categories.ts';
import { printReport } from './print-import.ts';

export interface ImportFromOptions {
  readonly from: string;
  readonly dryRun?: true;
  readonly json?: true;
  readonly removeGone?: true;
  readonly removeMany?: true;
  readonly report?: string;
  readonly fallbackCategory: string;
  readonly pause: string;
  readonly maxTime: string;
  readonly maxEntries: string;
}

/** The source was not read to its end. */
const exitIncomplete = 3;

const maxPages = 5_000;
const maxBytes = 1024 * 1024 * 1024;

/** What one run works with. */
interface Run {
  readonly config: Config;
  readonly options: ImportFromOptions;
  readonly source: Source;
  readonly client: SourceClient;
  /** Absent in a dry run, which writes nothing. */
  readonly journal: Journal | undefined;
  readonly progress: Progress;
}

/** `catalog import --from`: lists what another catalog lists, and keeps that up to date, in one commit. */
export async function importFrom(options: ImportFromOptions): Promise<void> {
  const config = readConfig(process.env);
  const progress = new Progress(options.json ? process.stderr : process.stdout);
  const notice = (text: string): void => console.error(`catalog: ${text}`);
  const client = openSourceClient(config, { pauseMs: durationOf('--pause', options.pause), notice });
  const source = await findSource(options.from, client, config.endpointPolicy.allowInsecure);
  console.error(`${source.url} is ${sourceNames[source.kind]}`);
  if (options.dryRun) return run({ config, options, source, client, progress, journal: undefined });

  const lock = await lockSource(config.dataDir, source);
  const journal = new Journal(importPath(config.dataDir, source, 'ndjson'), source);
  try {
    await run({ config, options, source, client, progress, journal });
  } finally {
    await journal.close();
    lock.release();
  }
}

async function run(run: Run): Promise<void> {
  const { config, options, source, journal, progress } = run;
  const read = await readAll(run);
  const signs = await signsOf(run, read);
  const usual = options.dryRun ? undefined : importPath(config.dataDir, source, 'report.json');
  const path = options.report ?? usual;
  const plan = async () => {
    const { plan, before } = await progress.stage('checking', () => decide(run, read, signs));
    refuseLosing(plan, options);
    const report = reportOf(source, read, plan);
    // A report that cannot be written keeps the catalog as it is.
    if (path !== undefined) await writeIfNew(path, report);
    return { report, files: filesOf(plan, before), message: messageOf(plan, source) };
  };
  const { report, commit } = options.dryRun
    ? { ...(await plan()), commit: undefined }
    : await commitDecided((await openLocalCatalog(config)).repository, plan);
  if (!read.isOutOfTime) await journal?.remove();

  printReport(report, { path, commit, isDryRun: options.dryRun === true, isJson: options.json === true });
  if (!report.complete) process.exitCode = exitIncomplete;
}

async function readAll({ config, options, source, client, journal, progress }: Run): Promise<Harvest> {
  const { assets, endpointPolicy: policy } = config;
  const rules = { source, assets, policy };
  const documents = new SellerDocuments(client);
  const at = { total: 0, done: 0 };
  const read = async (): Promise<Harvest> => {
    const read = await harvest({
      readPage: pagesWithLive(pagesOf(source, client), { client, rules, documents }),
      first: firstPlace(source),
      rules,
      budget: {
        pages: maxPages,
        entries: countOf('--max-entries', options.maxEntries),
        bytes: maxBytes,
        until: Date.now() + durationOf('--max-time', options.maxTime),
      },
      journal,
      now: () => new Date(),
      progress: ({ entries, total }) => Object.assign(at, { done: entries, total: total ?? entries }),
    });
    return { ...read, resources: await withDistinctDescriptions(read.resources, documents) };
  };

  return progress.stage('reading', read, {
    get total() {
      return at.total;
    },
    done: () => at.done,
  });
}

/** What tells the categories of the services that were read. */
async function signsOf({ config, options, progress }: Run, { resources }: Harvest): Promise<CategorySigns> {
  const { before } = await readCatalog(config, options);
  const words = wordReader(before);

  return { words, meant: await meantCategories(resources, { before, words, config, progress }) };
}

/** The catalog as its files are now. */
async function readCatalog(
  config: Config,
  { fallbackCategory: fallback }: ImportFromOptions,
): Promise<{ readonly before: Snapshot; readonly rejects: Rejects }> {
  const { categories, services, tombstones, rejects } = await readLocalCatalog(config);
  const version = { commit: '', changedAt: '', unbuilt: 0 };
  const before = Snapshot.of(version, categories, services.map(unobservedEntry), tombstones);
  if (before.hasCategory(fallback)) return { before, rejects };

  throw new ImportFault(
    'usage',
    `the catalog has no category ${quoted(fallback)} for services whose category nobody tells; name one of its categories with --fallback-category`,
  );
}

type Rejects = Awaited<ReturnType<typeof readLocalCatalog>>['rejects'];

async function decide(
  { config, options, source }: Run,
  read: Harvest,
  signs: CategorySigns,
): Promise<{ readonly plan: ImportPlan; readonly before: Snapshot }> {
  const { before, rejects } = await readCatalog(config, options);
  const plan = planImportFrom(read, {
    from: source.url,
    catalog: listings(before, rejects),
    entries: before.entries(),
    rules: { policy: config.endpointPolicy, now: new Date() },
    chooseCategory: categoryChooser(before, signs, options.fallbackCategory),
    removesGone: options.removeGone === true,
  });
  return { plan, before };
}

/** A source that lost much of what it had is more likely to be broken than right. */
function refuseLosing({ buried, own }: ImportPlan, { removeMany }: ImportFromOptions): void {
  if (removeMany || buried.length * 3 <= own) return;

  throw new ImportFault(
    'answer_invalid',
    `the source lists ${buried.length} of ${own} earlier imports no more, which is more than a third; nothing was changed: look at the source, and add --remove-many to remove them all the same`,
  );
}

function messageOf({ added, changed, restored, buried }: ImportPlan, { url }: Source): string {
  const parts = [
    [added.length, 'added'],
    [changed.length, 'changed'],
    [restored.length, 'restored'],
    [buried.length, 'removed'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, verb]) => `${count} ${verb}`);

  return `Import from ${new URL(url).host}: ${said.join(', ')}\n\nFrom ${url}`;
}

async function writeIfNew(path: string, report: ImportReport): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const before = await readFile(path, 'utf8').catch(() => undefined);

  if (text !== before) await writeDurably(path, text);
}

function durationOf(option: string, text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined) return ms;

  throw new ImportFault('usage', `${option} ${quoted(text)} is not a duration; write it like 2s, 30m or 1h`);
}

function countOf(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);

  throw new ImportFault('usage', `${option} ${quoted(text)} is not a number of entries; write it like 10000`);
}
