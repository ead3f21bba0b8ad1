import type { Category } from '../domain/category.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';

/** Files that were left out of the catalog, by path, with the reasons. */
export type Rejects = ReadonlyMap<string, readonly FieldProblem[]>;

/** A change from one snapshot to the next. Absent parts stay as they are. */
export interface CatalogChange {
  readonly put: readonly DeclaredService[];
  readonly removed: readonly string[];
  readonly categories?: readonly Category[];
}
