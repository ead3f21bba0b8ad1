import { CategoriesFile, categoriesPath, type Category, idOfLabel } from '../domain/category.ts';
import type { FileReading, FoundFile } from '../domain/catalog-file.ts';
import {
  type FieldCode,
  fieldProblem,
  type FieldProblem,
  fieldProblems,
  problemLine,
} from '../domain/field-problem.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { readServiceFile, readTombstone } from '../domain/read-service-file.ts';
import type { DeclaredService } from '../domain/service.ts';
import { serviceFilePath } from '../domain/service-file.ts';
import type { Checked, KnownCategories } from '../domain/service-rules.ts';
import { readJson } from '../domain/strict-json.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { type Listings, placementProblems } from '../registration/listings.ts';
import type { Rejects } from './catalog-change.ts';
import type { CatalogFiles } from './catalog-files.ts';

export interface CatalogReading {
  readonly categories: readonly Category[];
  readonly services: readonly DeclaredService[];
  readonly tombstones: readonly Tombstone[];
  readonly rejects: Rejects;
}

interface Options {
  /** Categories to check the services against, instead of the catalog's own. */
  readonly categories?: readonly Category[];
  /** Judgements of an earlier reading. */
  readonly known?: KnownFiles;
}

/** Applies every rule to a service file that does not involve other files. */
export type JudgeService = (file: FoundFile) => Checked<DeclaredService>;

interface KnownFiles {
  /** The same as `judge` says, which is asked where it is not known. */
  judge(file: FoundFile, judge: JudgeService): Checked<DeclaredService>;
}

/** The categories of a catalog cannot be read, so that no service can be checked. */
export class CategoriesUnreadable extends Error {
  override readonly name = 'CategoriesUnreadable';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map((problem) => problemLine(categoriesPath, problem)).join('\n'));
    this.problems = problems;
  }
}

/** Reads the whole catalog. If two files have the same endpoint, the older service stays. @throws {CategoriesUnreadable} */
export async function readCatalog(
  files: CatalogFiles,
  policy: EndpointPolicy,
  { categories: given, known }: Options = {},
): Promise<CatalogReading> {
  const categories = given ?? (await readCategories(files));
  const judge = serviceJudge(policy, categories);
  const rejects = new Map<string, readonly FieldProblem[]>();
  const services: DeclaredService[] = [];

  for await (const batch of files.serviceFiles()) {
    for (const file of batch) {
      const reading = known ? known.judge(file, judge) : judge(file);
      if ('problems' in reading) rejects.set(file.path, reading.problems);
      else services.push(reading.value);
    }
  }
  const tombstones = await readTombstones(files, rejects);
  const left = misplacedAmong(services);
  const placed = left.size === 0 ? services : services.filter(({ id }) => !left.has(serviceFilePath(id)));
  return { categories, services: placed, tombstones, rejects: new Map([...rejects, ...left]) };
}

function serviceJudge(policy: EndpointPolicy, categories: readonly Category[]): JudgeService {
  const known: KnownCategories = {
    hasCategory: isOneOf(categories),
    idOfLabel: (label) => idOfLabel(categories, label),
  };

  return ({ path, ...file }) => readFound(path, file, policy, known);
}

function readFoundTombstone(file: FoundFile): Checked<Tombstone> {
  return 'fault' in file ? faulty(file) : readTombstone(file.path, file.text);
}

async function readTombstones(
  files: CatalogFiles,
  rejects: Map<string, readonly FieldProblem[]>,
): Promise<Tombstone[]> {
  const tombstones: Tombstone[] = [];
  for await (const batch of files.tombstoneFiles()) {
    for (const file of batch) {
      const reading = readFoundTombstone(file);
      if ('problems' in reading) rejects.set(file.path, reading.problems);
      else tombstones.push(reading.value);
    }
  }
  return tombstones;
}

/** Reads what is left of one removed service; undefined when there is no such file. */
export async function readOneTombstone(
  files: CatalogFiles,
  path: string,
): Promise<Checked<Tombstone> | undefined> {
  const found = await files.read(path);
  if (!found) return undefined;

  return 'fault' in found ? faulty(found) : readTombstone(path, found.text);
}

/** Checks what was read of one service file by every rule, beside the services of `catalog`; undefined when there is no such file. */
export function judgeService(
  path: string,
  found: FileReading | undefined,
  policy: EndpointPolicy,
  catalog: KnownCategories & Pick<Listings, 'idAt'>,
): Checked<DeclaredService> | undefined {
  if (!found) return undefined;

  const reading = readFound(path, found, policy, catalog);
  if ('problems' in reading) return reading;

  const problems = placementProblems(reading.value, catalog);
  return problems.length > 0 ? { problems } : reading;
}

/** @throws {CategoriesUnreadable} */
export async function readCategories(files: CatalogFiles): Promise<readonly Category[]> {
  const found = (await files.read(categoriesPath)) ?? { fault: 'file_missing' };
  const checked = 'fault' in found ? faulty(found) : checkCategories(found.text);
  if ('value' in checked) return checked.value;

  throw new CategoriesUnreadable(checked.problems);
}

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

/** The services that may not stand beside the others, by the paths of their files. */
function misplacedAmong(services: readonly DeclaredService[]): Rejects {
  const idByEndpoint = new Map<string, string>();
  const catalog = { idAt: (endpoint: string) => idByEndpoint.get(endpoint) };
  const left = new Map<string, readonly FieldProblem[]>();
  for (const service of byAge(contestedAmong(services))) {
    const problems = placementProblems(service, catalog);
    if (problems.length === 0) idByEndpoint.set(service.endpoint, service.id);
    else left.set(serviceFilePath(service.id), problems);
  }
  return left;
}

/** The services whose endpoints others have, too. */
function contestedAmong(services: readonly DeclaredService[]): readonly DeclaredService[] {
  const endpoints = new Set<string>();
  const shared = new Set<string>();
  for (const { endpoint } of services) (endpoints.has(endpoint) ? shared : endpoints).add(endpoint);

  return shared.size === 0 ? [] : services.filter(({ endpoint }) => shared.has(endpoint));
}

function byAge(services: readonly DeclaredService[]): DeclaredService[] {
  return services
    .map((service) => ({ service, createdAt: Date.parse(service.createdAt) }))
    .sort((a, b) => a.createdAt - b.createdAt || (a.service.id < b.service.id ? -1 : 1))
    .map(({ service }) => service);
}

function isOneOf(categories: readonly Category[]): (id: string) => boolean {
  const ids = new Set(categories.map(({ id }) => id));

  return (id) => ids.has(id);
}
