import type { Category } from '../domain/category.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';

/** Files that were left out, by path, with the reasons. One bad file never stops the catalog. */
export type Rejects = ReadonlyMap<string, readonly FieldProblem[]>;

/** What makes the next snapshot out of the present one. What is absent stays as it is. */
export interface CatalogChange {
  readonly put: readonly DeclaredService[];
  readonly removed: readonly string[];
  readonly categories?: readonly Category[];
}
