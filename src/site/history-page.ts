import type { HistoryView } from '../views/history.ts';
import { type OwnerName, ownerName } from './owner-name.ts';
import { type ShownField, shownField } from './shown-field.ts';
import type { SiteCatalog } from './site-catalog.ts';

type Change = HistoryView['changes'][number];

/** A page of the changes of a service, which may be removed by now. */
export interface HistoryPage {
  readonly id: string;
  /** The last known name; the id where there is none. */
  readonly name: string;
  readonly isListed: boolean;
  readonly total: number;
  readonly number: number;
  readonly last: number;
  /** Whether the server has the first changes too. */
  readonly isComplete: boolean;
  /** Newest first. */
  readonly changes: readonly ShownChange[];
}

interface ShownChange {
  readonly at: string;
  readonly kind: Change['kind'];
  /** Who owned the service after the change; null when nobody did. */
  readonly owner: OwnerName | null;
  /** The maintainer who made it; null when it was no maintainer. */
  readonly by: OwnerName | null;
  readonly commit: { readonly short: string; readonly href: string | null };
  /** Whether the whole declaration came or went, which is too long to be open. */
  readonly isWhole: boolean;
  readonly fields: readonly ShownField[];
  /** Fields that the page leaves out. */
  readonly furtherFields: number;
}

const changesPerPage = 20;

/** What a file in git holds is not limited by the rules for registrations. */
const maxFields = 100;

/** Undefined for a page that does not exist; `unavailable` while git cannot be read. */
export async function historyPage(
  id: string,
  parameters: URLSearchParams,
  { snapshot, readChanges, repository }: SiteCatalog,
): Promise<HistoryPage | 'unavailable' | undefined> {
  const number = Number(/^[1-9]\d{0,5}$/.exec(parameters.get('page') ?? '1')?.[0]);
  if (!readChanges || Number.isNaN(number)) return undefined;

  const found = await readChanges(id, { limit: changesPerPage, offset: (number - 1) * changesPerPage });
  if (found === undefined || found === 'unavailable') return found;
  const last = Math.max(1, Math.ceil(found.total / changesPerPage));
  if (number > last) return undefined;

  const listed = snapshot.find(id)?.declared;
  const tombstone = snapshot.tombstone(id);
  if (found.total === 0 && !listed && !tombstone) return undefined;

  return {
    id,
    name: listed?.name ?? tombstone?.name ?? id,
    isListed: listed !== undefined,
    total: found.total,
    number,
    last,
    isComplete: found.view.complete !== false,
    changes: found.view.changes.map((change) => shownChange(change, repository?.name)),
  };
}

function shownChange(
  { at, kind, owner, by, commit, fields }: Change,
  repository: string | undefined,
): ShownChange {
  return {
    at,
    kind,
    owner: owner === null ? null : ownerName(owner),
    by: by === null ? null : ownerName(by),
    commit: {
      short: commit.slice(0, 10),
      href: repository === undefined ? null : `https://github.com/${repository}/commit/${commit}`,
    },
    isWhole: kind !== 'updated',
    fields: fields.slice(0, maxFields).map(shownField),
    furtherFields: Math.max(0, fields.length - maxFields),
  };
}
