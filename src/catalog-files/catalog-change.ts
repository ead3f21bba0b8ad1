import type { Category } from '../domain/category.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../domain/service-file.ts';
import type { FileChange } from '../domain/catalog-file.ts';

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

/** The files that a change writes and removes. A service has one file: its own while it is listed, else its tombstone. */
export function filesOf(
  { put, buried }: Pick<CatalogChange, 'put' | 'buried'>,
  before: Snapshot,
): FileChange[] {
  return [
    ...put.map((service) => ({ path: serviceFilePath(service.id), text: printServiceFile(service) })),
    ...put
      .filter(({ id }) => before.tombstone(id))
      .map(({ id }) => ({ path: tombstoneFilePath(id), text: null })),
    ...buried.map((stone) => ({ path: tombstoneFilePath(stone.id), text: printTombstone(stone) })),
    ...buried
      .filter(({ id }) => before.find(id))
      .map(({ id }) => ({ path: serviceFilePath(id), text: null })),
  ];
}

/** Names the services that a commit registers, changes and removes: in one line for a single service, else as a list. */
export function commitMessage(
  { put, buried }: Pick<CatalogChange, 'put' | 'buried'>,
  before: Snapshot,
): string {
  const parts = [
    ...put.map(({ id }) => ({ verb: verbFor(id, before), id })),
    ...buried.map(({ id }) => ({ verb: 'Remove', id })),
  ];
  const [first] = parts;
  if (parts.length === 1 && first) return `${first.verb} ${first.id}`;

  const isOneVerb = parts.every(({ verb }) => verb === first?.verb);
  const title = `${(isOneVerb ? first?.verb : undefined) ?? 'Change'} ${String(parts.length)} services`;
  return [title, '', ...parts.map(({ verb, id }) => (isOneVerb ? `- ${id}` : `- ${verb} ${id}`))].join('\n');
}

function verbFor(id: string, before: Snapshot): string {
  if (before.find(id)) return 'Change';
  return before.tombstone(id) ? 'Restore' : 'Register';
}
