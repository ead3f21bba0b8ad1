import { categoriesPath, printCategories } from '../domain/category.ts';
import type { CatalogFile } from '../domain/catalog-file.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { fieldProblem } from '../domain/field-problem.ts';
import type { FieldProblem } from '../domain/problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile, serviceFilePath } from '../domain/service-file.ts';
import type { CatalogFiles } from './ports.ts';
import { readCatalog } from './read-catalog.ts';

export interface CatalogCheck {
  /** Those that can be read. */
  readonly services: readonly DeclaredService[];
  readonly problems: ReadonlyMap<string, readonly FieldProblem[]>;
  /** The canonical texts of files whose only fault is their form. */
  readonly misprinted: readonly CatalogFile[];
}

/** Checks every file of a catalog, its form included: what a pull request must pass. @throws {CategoriesUnreadable} */
export async function checkCatalog(files: CatalogFiles, policy: EndpointPolicy): Promise<CatalogCheck> {
  const { categories, services, rejects } = await readCatalog(files, policy);
  const canonical = [
    { path: categoriesPath, text: printCategories(categories) },
    ...services.map((service) => ({ path: serviceFilePath(service.id), text: printServiceFile(service) })),
  ];

  const misprinted: CatalogFile[] = [];
  for (const file of canonical) if ((await files.read(file.path)) !== file.text) misprinted.push(file);
  const problems = new Map([
    ...rejects,
    ...misprinted.map(({ path }) => [path, [fieldProblem('file_not_canonical', [])]] as const),
  ]);
  return { services, problems, misprinted };
}
