import { CategoriesFile, categoriesPath, type Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { FileReading } from '../domain/catalog-file.ts';
import { type FieldCode, fieldProblem, type FieldProblem, fieldProblems } from '../domain/field-problem.ts';
import { problemLine } from '../domain/problem-line.ts';
import type { DeclaredService } from '../domain/service.ts';
import { readServiceFile } from '../domain/read-service-file.ts';
import type { Checked, KnownCategories } from '../domain/service-rules.ts';
import { readJson } from '../domain/strict-json.ts';
import type { CatalogFiles } from './catalog-files.ts';

/** Files that were left out, with the reasons. One bad file never stops the catalog. */
export type Rejects = ReadonlyMap<string, readonly FieldProblem[]>;

export interface CatalogReading {
  readonly categories: readonly Category[];
  readonly services: readonly DeclaredService[];
  readonly rejects: Rejects;
}

/** The categories of a catalog cannot be read, and without them no service can. */
export class CategoriesUnreadable extends Error {
  override readonly name = 'CategoriesUnreadable';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map((problem) => problemLine(categoriesPath, problem)).join('\n'));
    this.problems = problems;
  }
}

/** Reads the whole catalog, by its own categories or by those given. Of two files for one endpoint the older service stays. @throws {CategoriesUnreadable} */
export async function readCatalog(
  files: CatalogFiles,
  policy: EndpointPolicy,
  given?: readonly Category[],
): Promise<CatalogReading> {
  const categories = given ?? (await readCategories(files));
  const known = { hasCategory: isOneOf(categories) };
  const rejects = new Map<string, readonly FieldProblem[]>();
  const services: [string, DeclaredService][] = [];

  for await (const batch of files.serviceFiles()) {
    for (const { path, ...found } of batch) {
      const reading = readFound(path, found, policy, known);
      if ('problems' in reading) rejects.set(path, reading.problems);
      else services.push([path, reading.value]);
    }
  }
  return { categories, services: withoutDuplicates(services, rejects), rejects };
}

/** Reads one service file by every rule; undefined when there is no such file. */
export async function readService(
  files: CatalogFiles,
  path: string,
  policy: EndpointPolicy,
  catalog: { hasCategory(id: string): boolean; idAt(endpoint: string): string | undefined },
): Promise<Checked<DeclaredService> | undefined> {
  const found = await files.read(path);
  if (!found) return undefined;

  const reading = readFound(path, found, policy, catalog);
  if ('problems' in reading) return reading;

  const holder = catalog.idAt(reading.value.endpoint);
  return holder === undefined || holder === reading.value.id ? reading : { problems: [duplicate(holder)] };
}

/** @throws {CategoriesUnreadable} */
export async function readCategories(files: CatalogFiles): Promise<readonly Category[]> {
  const found = (await files.read(categoriesPath)) ?? { fault: 'file_missing' };
  const checked = 'fault' in found ? faulty(found) : checkCategories(found.text);
  if ('value' in checked) return checked.value;

  throw new CategoriesUnreadable(checked.problems);
}

/** Reads the text of `categories.json`. */
export function checkCategories(text: string): Checked<readonly Category[]> {
  const json = readJson(text);
  if ('fault' in json) return { problems: [fieldProblem('file_not_json', [], { expected: json.fault })] };

  const parsed = CategoriesFile.safeParse(json.value);
  return parsed.success ? { value: parsed.data } : { problems: fieldProblems(parsed.error, json.value) };
}

function readFound(
  path: string,
  found: FileReading,
  policy: EndpointPolicy,
  categories: KnownCategories,
): Checked<DeclaredService> {
  return 'fault' in found ? faulty(found) : readServiceFile(path, found.text, policy, categories);
}

function faulty({ fault }: { readonly fault: FieldCode }) {
  return { problems: [fieldProblem(fault, [])] };
}

function withoutDuplicates(
  services: readonly [string, DeclaredService][],
  rejects: Map<string, readonly FieldProblem[]>,
): DeclaredService[] {
  const byAge = [...services].sort(([, a], [, b]) => compareAge(a, b));
  const idByEndpoint = new Map<string, string>();

  return byAge.flatMap(([path, service]) => {
    const holder = idByEndpoint.get(service.endpoint);
    if (holder !== undefined) {
      rejects.set(path, [duplicate(holder)]);
      return [];
    }

    idByEndpoint.set(service.endpoint, service.id);
    return [service];
  });
}

function compareAge(a: DeclaredService, b: DeclaredService): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1);
}

function duplicate(holder: string): FieldProblem {
  return fieldProblem('endpoint_listed', ['endpoint'], { expected: holder });
}

function isOneOf(categories: readonly Category[]): (id: string) => boolean {
  const ids = new Set(categories.map(({ id }) => id));

  return (id) => ids.has(id);
}
