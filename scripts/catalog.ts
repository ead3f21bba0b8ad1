import { isUtf8 } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { categoriesPath, type Category, printCategories } from '../src/domain/category.ts';
import { printable } from '../src/domain/plain-text.ts';
import { problemLine } from '../src/domain/problem-line.ts';
import { unobserved } from '../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../src/domain/service-file.ts';
import { readJson } from '../src/domain/strict-json.ts';
import { serviceView } from '../src/domain/views.ts';
import { checkCatalog } from '../src/catalog-files/check-catalog.ts';
import { planImport, type Skipped, withoutCategory } from '../src/catalog-files/plan-import.ts';
import { checkCategories, readCatalog } from '../src/catalog-files/read-catalog.ts';
import { categoriesOf, openCatalog, openRepository } from './open-catalog.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

/** So many skipped records are told one by one. */
const toldSkips = 50;

const program = new Command('catalog').description(
  'Works on the catalog in CATALOG_DIR. A running server takes up every change within two seconds.',
);

program
  .command('check')
  .description('check every file of the catalog, by the rules that registrations are checked by')
  .option('--fix', 'rewrite files that are right but not in canonical form')
  .action(check);

program
  .command('import')
  .description('add services from a file, in one commit')
  .argument('<file>', 'a JSON array of registration bodies or Service records')
  .option('--category-file <file>', 'put this file in the place of categories.json')
  .option('--dry-run', 'say what would happen, and change nothing')
  .action(importServices);

program
  .command('export')
  .description('write every service to a file, as "import" reads it')
  .argument('<file>', 'where to write; - for standard output')
  .action(exportServices);

/** What `new` asks for, by option. */
const questions = {
  name: 'name of the service, 1 to 255 characters',
  description: 'what it does, 1 to 2000 characters',
  endpoint: 'base URL, like https://api.example.com/v1',
  category: `category id, from ${categoriesPath}`,
  currency: 'symbol of the token it is paid in, like USDC',
  price: 'price per request, like 0.001',
  freeQuota: 'free requests; empty for none',
  network: 'network, like base or eip155:8453',
  address: 'wallet that is paid',
} as const;

type Answers = Partial<Record<keyof typeof questions, string>>;

const newCommand = program
  .command('new')
  .description('make the file of a new service, for a pull request; asks for what is not given');
for (const [name, about] of Object.entries(questions)) {
  newCommand.option(`--${name === 'freeQuota' ? 'free-quota' : name} <text>`, about);
}
newCommand.action(makeServiceFile);

async function check({ fix }: { fix?: true }): Promise<void> {
  const { config, files } = openCatalog();
  const { services, problems, misprinted } = await checkCatalog(files, config.endpointPolicy);
  const fixed = new Set(fix ? misprinted.map(({ path }) => path) : []);
  for (const { path, text } of misprinted) {
    if (fixed.has(path)) await files.write(path, text);
  }

  const left = [...problems].filter(([path]) => !fixed.has(path));
  for (const [path, own] of left) {
    for (const problem of own) console.error(problemLine(path, problem));
  }
  if (fixed.size > 0) console.log(`${String(fixed.size)} files rewritten in canonical form`);
  if (left.length > 0) throw new Error(`${String(left.length)} files are not as they should be`);
  console.log(`${String(services.length)} services, all as they should be`);
}

async function importServices(
  file: string,
  options: { categoryFile?: string; dryRun?: true },
): Promise<void> {
  const progress = new Progress(process.stdout);
  const { config, files } = openCatalog();
  const records = await readRecords(file);
  const categories =
    options.categoryFile === undefined ? undefined : await readCategoryFile(options.categoryFile);

  const reading = await readCatalog(files, config.endpointPolicy, { categories: await categoriesOf(files) });
  const orphans = categories ? withoutCategory(reading.services, categories) : [];
  if (orphans.length > 0) {
    throw new Error(
      `${String(options.categoryFile)} lacks the category of ${orphans.join(', ')}; add it, or move them first`,
    );
  }

  const { services, skipped } = await progress.stage('checking', () =>
    Promise.resolve(
      planImport(
        records,
        { ...reading, categories: categories ?? reading.categories },
        config.endpointPolicy,
        new Date(),
      ),
    ),
  );
  const changed = [
    ...(categories ? [{ path: categoriesPath, text: printCategories(categories) }] : []),
    ...services.map((service) => ({ path: serviceFilePath(service.id), text: printServiceFile(service) })),
  ];
  if (!options.dryRun && changed.length > 0) {
    await files.seedCategories();
    const repository = await openRepository(config);
    await progress.stage('committing', () =>
      repository.commit(changed, `Import ${String(services.length)} services`, new Date()),
    );
  }

  tellSkipped(skipped, records);
  const verb = options.dryRun ? 'would be added' : 'added';
  console.log(
    `${String(services.length)} of ${String(records.length)} services ${verb}, ${String(skipped.length)} skipped`,
  );
}

async function exportServices(file: string): Promise<void> {
  const { config, files } = openCatalog();
  const { services } = await readCatalog(files, config.endpointPolicy, {
    categories: await categoriesOf(files),
  });
  const records = [...services]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((declared) => serviceView({ declared, observed: unobserved }));
  const text = `${JSON.stringify(records, null, 1)}\n`;

  if (file === '-') process.stdout.write(text);
  else await writeFile(file, text);
  console.error(`${String(records.length)} services written`);
}

async function makeServiceFile(given: Answers): Promise<void> {
  const { config, files } = openCatalog();
  const answers = process.stdin.isTTY ? { ...given, ...(await ask(given)) } : given;
  const reading = await readCatalog(files, config.endpointPolicy, { categories: await categoriesOf(files) });

  const { services, skipped } = planImport(
    [toRegistration(answers)],
    reading,
    config.endpointPolicy,
    new Date(),
  );
  const [service] = services;
  if (!service) {
    throw new Error(
      [
        'the service cannot be listed:',
        ...(skipped[0]?.problems ?? []).map((problem) => printable(`  ${problem.pointer} ${problem.detail}`)),
      ].join('\n'),
    );
  }

  const path = serviceFilePath(service.id);
  await files.seedCategories();
  await files.write(path, printServiceFile(service));
  console.log(join(config.catalogDir, path));
  console.error(
    'Commit this file and open a pull request. It is checked there as "npm run catalog -- check" checks it here.',
  );
}

async function ask(given: Answers): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answers: [string, string][] = [];
  for (const [name, question] of Object.entries(questions)) {
    if (!Object.hasOwn(given, name)) answers.push([name, await terminal.question(`${question}: `)]);
  }

  terminal.close();
  return Object.fromEntries(answers);
}

function toRegistration({
  name,
  description,
  endpoint,
  category,
  currency,
  price,
  freeQuota,
  network,
  address,
}: Answers): unknown {
  return {
    name,
    description,
    endpoint,
    category,
    pricing: {
      currency,
      pricePerRequest: price,
      ...(freeQuota === undefined || freeQuota === '' ? {} : { freeQuota: Number(freeQuota) }),
    },
    x402Config: { paymentAddress: address, network },
  };
}

async function readRecords(file: string): Promise<readonly unknown[]> {
  const { data } = z.array(z.unknown()).safeParse(await readJsonFile(file));
  if (data) return data;

  throw new Error(`${file} is not a JSON array; give registration bodies or Service records as one array`);
}

async function readCategoryFile(file: string): Promise<readonly Category[]> {
  const checked = checkCategories(await readText(file));
  if ('value' in checked) return checked.value;

  throw new Error(checked.problems.map((problem) => problemLine(file, problem)).join('\n'));
}

async function readJsonFile(file: string): Promise<unknown> {
  const json = readJson(await readText(file));
  if ('value' in json) return json.value;

  throw new Error(`${file} is not valid JSON: ${json.fault}`);
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (isUtf8(bytes)) return bytes.toString();

  throw new Error(`${file} is not UTF-8; save it in that encoding`);
}

function tellSkipped(skipped: readonly Skipped[], records: readonly unknown[]): void {
  for (const { index, problems } of skipped.slice(0, toldSkips)) {
    const reasons = problems.map(({ detail }) => printable(detail)).join('; ');
    console.error(`skipped record ${String(index)}, ${nameOf(records[index])}: ${reasons}`);
  }
  if (skipped.length > toldSkips) console.error(`… and ${String(skipped.length - toldSkips)} more`);
}

function nameOf(record: unknown): string {
  return typeof record === 'object' && record !== null && 'name' in record
    ? printable(JSON.stringify(record.name), 100)
    : 'without a name';
}

await runCommand(program);
