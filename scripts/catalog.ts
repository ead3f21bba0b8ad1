import { nouns } from '#texts/nouns.ts';
import { readConfig } from '../src/config/config.ts';
import { readLocalCatalog } from '../src/open/catalog.ts';
import { CatalogFolder } from '../src/adapters/catalog-folder.ts';
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { problemLine } from '../src/domain/field-problem.ts';
import { unobserved } from '../src/domain/service.ts';
import { unexplained } from '../src/domain/tombstone.ts';
import { counted } from '../src/texts/formats.ts';
import { serviceView } from '../src/views/service.ts';
import { checkCatalog } from '../src/catalog-files/check-catalog.ts';
import { forgetService } from './catalog/forget-service.ts';
import type { ImportFromOptions } from './catalog/import-from.ts';
import { newService, questions } from './catalog/new-service.ts';
import { optionOf } from './catalog/option-of.ts';
import {
  edits,
  editService,
  printQueue,
  removeService,
  restoreService,
  transferService,
} from './catalog/operate.ts';
import { atNamedFile } from './named-file.ts';
import { runCommand } from './run-command.ts';
import { UsageFault } from './usage-fault.ts';

const program = new Command('catalog').description(
  'Works on the catalog in CATALOG_DIR. A running server applies every change within two seconds.',
);

program
  .command('check')
  .description('check every file of the catalog by the rules for registrations')
  .option('--fix', 'rewrite valid files in canonical form')
  .action(check);

program
  .command('import')
  .description(
    'add services in one commit: from a file, or from another catalog; see docs/operation/import.md',
  )
  .argument('[file]', 'a JSON array of registration bodies or Service records')
  .option('--category-file <file>', 'replace categories.json with this file; not with --from')
  .option('--dry-run', 'print what would happen, without changing anything')
  .option(
    '--from <url>',
    'another catalog, or a seller, instead of a file: its site, or the address of its list',
  )
  .option('--remove-gone', 'remove what earlier imports listed and the source lists no more')
  .option('--remove-many', 'also where that is more than a third of them')
  .option('--fallback-category <id>', 'for services whose category nobody tells', 'other')
  .option('--report <file>', 'where to write the report; below DATA_DIR by default')
  .option('--pause <duration>', 'time between two requests to the source', '1s')
  .option('--max-time <duration>', 'stop reading after this long', '1h')
  .option('--max-entries <number>', 'stop reading after so many entries', '100000')
  .option('--json', 'print one JSON object')
  .action(importAll);

program
  .command('export')
  .description('write every service to a file that "import" can read')
  .argument('<file>', 'path of the file; - for standard output')
  .action(exportServices);

const newCommand = program
  .command('new')
  .description('create the file of a new service, for a pull request; prompts for missing options');
for (const [name, about] of Object.entries(questions)) {
  newCommand.option(`${optionOf(name)} <text>`, about);
}
newCommand.action(newService);

const editCommand = program
  .command('edit')
  .description('change the file of a service, for a pull request')
  .argument('<id>', 'id of the service')
  .option('--patch <file>', 'a JSON Merge Patch of its declaration, instead of the options below');
for (const [name, { about }] of Object.entries(edits)) editCommand.option(`${optionOf(name)} <text>`, about);
editCommand.action(editService);

program
  .command('remove')
  .description('take a service out of the catalog; only you can restore it then')
  .argument('<id>', 'id of the service')
  .option('--reason <text>', `why; everybody can read it (default: ${JSON.stringify(unexplained)})`)
  .action(removeService);

program
  .command('restore')
  .description('list a removed service again')
  .argument('<id>', 'id of the service')
  .action(restoreService);

program
  .command('transfer')
  .description('give a service to another owner; its proof ends')
  .argument('<id>', 'id of the service')
  .requiredOption('--to <owner>', 'the new owner, like acme or github:9919')
  .action(transferService);

program
  .command('forget')
  .description(
    'delete what DATA_DIR holds of a removed service, or of the former declarations of a listed one; see docs/operation/erasure.md',
  )
  .argument('<id>', 'id of the service')
  .option('--reason <text>', 'why it was removed; everybody can read it')
  .option('--and-its-id', 'leave no tombstone either, for an id that names a person')
  .action(forgetService);

program
  .command('queue')
  .description('list what owners with keys of their own making listed, and nobody has verified yet')
  .action(printQueue);

interface ImportOptions extends Omit<ImportFromOptions, 'from'> {
  readonly from?: string;
  readonly categoryFile?: string;
}

async function importAll(
  file: string | undefined,
  { from, categoryFile, ...given }: ImportOptions,
): Promise<void> {
  if ((file === undefined) === (from === undefined)) {
    throw new UsageFault('give a file, or another catalog with --from, and not both');
  }
  if (from !== undefined && categoryFile !== undefined) {
    throw new UsageFault('--category-file goes with a file; categories of other catalogs are not imported');
  }

  // Loaded only here: the search comes with them, more code than all other commands have together.
  if (from !== undefined) {
    const { importFrom } = await import('./catalog/import-from.ts');
    await importFrom({ ...given, from });
  } else if (file !== undefined) {
    const { importServices } = await import('./catalog/import-services.ts');
    await importServices(file, { ...given, categoryFile });
  }
}

async function check({ fix }: { fix?: true }): Promise<void> {
  const config = readConfig(process.env);
  const files = new CatalogFolder(config.catalogDir);
  const { services, problems, misprinted } = await checkCatalog(files, config.endpointPolicy);
  const fixed = new Set(fix ? misprinted.map(({ path }) => path) : []);
  for (const { path, text } of misprinted) {
    if (fixed.has(path)) await files.write(path, text);
  }

  const left = [...problems].flatMap(([path, own]) => {
    const others = fixed.has(path) ? own.filter(({ code }) => code !== 'file_not_canonical') : own;
    return others.length > 0 ? [[path, others] as const] : [];
  });
  for (const [path, own] of left) {
    for (const problem of own) console.error(problemLine(path, problem));
  }
  if (fixed.size > 0) console.log(`rewrote ${counted(fixed.size, ['file', 'files'])} in canonical form`);
  if (left.length > 0) throw new Error(`found problems in ${counted(left.length, ['file', 'files'])}`);
  console.log(`${nouns.service({ count: services.length })}, no problems`);
}

async function exportServices(file: string): Promise<void> {
  const config = readConfig(process.env);
  const { services } = await readLocalCatalog(config);
  const records = [...services]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((declared) => serviceView({ declared, observed: unobserved }));
  const text = `${JSON.stringify(records, null, 1)}\n`;

  if (file === '-') process.stdout.write(text);
  else await atNamedFile(file, () => writeFile(file, text));
  console.error(`wrote ${nouns.service({ count: records.length })}`);
}

export function catalogCommand(args?: readonly string[]): Promise<void> {
  return runCommand(program, args);
}

if (import.meta.main) await catalogCommand();
