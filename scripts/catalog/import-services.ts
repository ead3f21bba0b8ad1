import { readConfig } from '../../src/config/config.ts';
import { readLocalCatalog } from '../../src/open/catalog.ts';
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { planImport, type Skipped, withoutCategory } from '../../src/catalog-files/plan-import.ts';
import { checkCategories } from '../../src/catalog-files/read-catalog.ts';
import { categoriesPath, type Category, printCategories } from '../../src/domain/category.ts';
import { printable } from '../../src/domain/plain-text.ts';
import { problemLine } from '../../src/domain/field-problem.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../src/domain/service-file.ts';
import { readJson } from '../../src/domain/strict-json.ts';
import { Progress } from '../progress.ts';
import { readBytes } from '../read-text.ts';
import { UsageFault } from '../usage-fault.ts';
import { commitInFolder } from './commit-decided.ts';

/** Of a file, far more than all services of the largest catalog have. */
const maxBytes = 512 * 1024 * 1024;

/** The most skipped records to print. */
const maxPrinted = 50;

/** `catalog import`: adds services from a file, in one commit. */
export async function importServices(
  file: string,
  options: { readonly categoryFile?: string | undefined; readonly dryRun?: true },
): Promise<void> {
  const progress = new Progress(process.stdout);
  const config = readConfig(process.env);
  const records = await readRecords(file);
  const categories =
    options.categoryFile === undefined ? undefined : await readCategoryFile(options.categoryFile);

  const plan = async (): Promise<Plan> => {
    const reading = await readLocalCatalog(config);
    const orphans = categories ? withoutCategory(reading.services, categories) : [];
    if (orphans.length > 0) {
      throw new Error(
        `${String(options.categoryFile)} lacks the category of ${orphans.join(', ')}; add it, or move these services to another category first`,
      );
    }

    const known = { ...reading, categories: categories ?? reading.categories };
    const planned = planImport(records, known, config.endpointPolicy, new Date());
    return { ...planned, ...commitOf(planned.services, categories) };
  };
  const { services, skipped } = await progress.stage(options.dryRun ? 'checking' : 'importing', () =>
    options.dryRun ? plan() : commitInFolder(config, plan),
  );

  printSkipped(skipped, records);
  const verb = options.dryRun ? 'would be added' : 'added';
  console.log(
    `${String(services.length)} of ${String(records.length)} services ${verb}, ${String(skipped.length)} skipped`,
  );
}

/** What is added, what is not, and the commit of it. */
type Plan = ReturnType<typeof planImport> & ReturnType<typeof commitOf>;

function commitOf(services: readonly DeclaredService[], categories: readonly Category[] | undefined) {
  return {
    files: [
      ...(categories ? [{ path: categoriesPath, text: printCategories(categories) }] : []),
      ...services.map((service) => ({ path: serviceFilePath(service.id), text: printServiceFile(service) })),
    ],
    message: `Import ${String(services.length)} services`,
  };
}

async function readRecords(file: string): Promise<readonly unknown[]> {
  const { data } = z.array(z.unknown()).safeParse(await readJsonFile(file));
  if (data) return data;

  throw new UsageFault(
    `${file} is not a JSON array; give registration bodies or Service records as one array`,
  );
}

async function readCategoryFile(file: string): Promise<readonly Category[]> {
  const checked = checkCategories(await readText(file));
  if ('value' in checked) return checked.value;

  throw new UsageFault(checked.problems.map((problem) => problemLine(file, problem)).join('\n'));
}

async function readJsonFile(file: string): Promise<unknown> {
  const json = readJson(await readText(file));
  if ('value' in json) return json.value;

  throw new UsageFault(`${file} is not valid JSON: ${json.fault}`);
}

async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file, maxBytes, 'services or categories as JSON');
  if (isUtf8(bytes)) return bytes.toString();

  throw new UsageFault(`${file} is not UTF-8; save it in that encoding`);
}

function printSkipped(skipped: readonly Skipped[], records: readonly unknown[]): void {
  for (const { index, problems } of skipped.slice(0, maxPrinted)) {
    const reasons = problems.map(({ detail }) => printable(detail)).join('; ');
    console.error(`skipped record ${String(index)}, ${nameOf(records[index])}: ${reasons}`);
  }
  if (skipped.length > maxPrinted) console.error(`… and ${String(skipped.length - maxPrinted)} more`);
}

function nameOf(record: unknown): string {
  return typeof record === 'object' && record !== null && 'name' in record
    ? printable(JSON.stringify(record.name), 100)
    : 'no name';
}
