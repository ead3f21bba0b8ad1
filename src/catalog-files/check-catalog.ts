import { categoriesPath, printCategories } from '../domain/category.ts';
import type { CatalogFile, FileReading } from '../domain/catalog-file.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { type FieldCode, fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { readCatalog } from './read-catalog.ts';

export interface CatalogCheck {
  readonly services: readonly DeclaredService[];
  readonly tombstones: readonly Tombstone[];
  readonly problems: ReadonlyMap<string, readonly FieldProblem[]>;
  /** Canonical texts for the files whose only fault is their form. */
  readonly misprinted: readonly CatalogFile[];
}

/** Checks every file of a catalog, including its form; pull requests must pass this. @throws {CategoriesUnreadable} */
export async function checkCatalog(files: CatalogFiles, policy: EndpointPolicy): Promise<CatalogCheck> {
  const { categories, services, tombstones, rejects } = await readCatalog(files, policy);
  const canonical = [
    { path: categoriesPath, text: printCategories(categories) },
    ...services.map((service) => ({ path: serviceFilePath(service.id), text: printServiceFile(service) })),
    ...tombstones.map((stone) => ({ path: tombstoneFilePath(stone.id), text: printTombstone(stone) })),
  ];

  const misprinted: CatalogFile[] = [];
  const problems = new Map(rejects);
  for (const file of canonical) {
    const codes = formFaults(await files.read(file.path), file.text);
    if (codes.includes('file_not_canonical')) misprinted.push(file);
    const own = codes.map((code) => fieldProblem(code, []));
    if (own.length > 0) problems.set(file.path, own);
  }
  const listed = new Set(services.map(({ id }) => tombstoneFilePath(id)));
  for (const path of tombstones.map(({ id }) => tombstoneFilePath(id))) {
    if (listed.has(path)) {
      problems.set(path, [...(problems.get(path) ?? []), fieldProblem('service_listed', [])]);
    }
  }
  return { services, tombstones, problems, misprinted };
}

function formFaults(found: FileReading | undefined, canonical: string): FieldCode[] {
  if (!found || 'fault' in found) return [];

  return [
    ...(found.text === canonical ? [] : (['file_not_canonical'] as const)),
    ...(found.isExecutable ? (['file_executable'] as const) : []),
  ];
}
