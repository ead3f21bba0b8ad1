import type { Category } from '../domain/category.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Tombstone } from '../domain/tombstone.ts';

/** Files that were left out of the catalog, by path, with the reasons. */
export type Rejects = ReadonlyMap<string, readonly FieldProblem[]>;

/** A change from one snapshot to the next. Absent parts stay as they are. */
export interface CatalogChange {
  readonly put: readonly DeclaredService[];
  /** Ids of services, or of tombstones, that are gone without a trace. */
  readonly removed: readonly string[];
  /** The tombstones of removed services. */
  readonly buried: readonly Tombstone[];
  readonly categories?: readonly Category[];
  /** The requests that services of `put` were changed by, by the id of the service; for the log. */
  readonly requests?: ReadonlyMap<string, string | undefined>;
}
