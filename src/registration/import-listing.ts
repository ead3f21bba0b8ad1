import { editableService } from '../domain/declaration.ts';
import { importedNames, picked, unimportedNames } from '../domain/declared-fields.ts';
import type { DeclaredService, EditableService } from '../domain/service.ts';
import { printServiceFile } from '../domain/service-file.ts';
import { checkService } from '../domain/service-rules.ts';
import { unobservedEntry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Outcome, RowOutcome } from './act.ts';
import { type Decision, type Rules, timeAfter, unchanged } from './decision.ts';
import type { Listings } from './listings.ts';
import { tombstoneReservingEndpoint, idsFor } from './register.ts';

export interface ImportAct {
  /** The declaration that was made of it, not checked yet. */
  readonly input: unknown;
  /** The address of the other catalog. */
  readonly from: string;
}

/** Where nothing changes, the decision puts nothing. */
export type ImportOutcome = RowOutcome | Extract<Outcome, { readonly kind: 'changed' }>;

/** Whether an import from this source listed a service, and nobody has taken it over since. */
export function isInReach({ imported, owner }: DeclaredService, from: string): boolean {
  return owner === undefined && imported?.from === from;
}

/** Why an import removed a service. Only a tombstone with this very reason is one that the import may take back. */
export function goneReason(from: string): string {
  return `It is no longer listed at ${from}.`;
}

/** Lists what another catalog lists, or changes what an import from there listed before. Never touches any other listing. */
export function importListing(
  { input, from }: ImportAct,
  catalog: Listings,
  { policy, now }: Rules,
): Decision<ImportOutcome> {
  const checked = checkService(editableService(policy), input, catalog);
  if ('problems' in checked) return unchanged({ kind: 'refused', problems: checked.problems });

  const { value } = checked;
  const at = now.toISOString();
  const [firstId, id] = idsFor(value, catalog);
  const holder = catalog.idAt(value.endpoint) ?? (catalog.isRejected(firstId) ? firstId : undefined);
  if (holder !== undefined) return updated(holder, value, from, catalog, now);
  const tombstone = tombstoneKeepingEndpoint(value.endpoint, catalog, now);
  if (tombstone) return restored(tombstone, value, from, now);

  const service = { ...picked(value, importedNames), id, imported: { from }, createdAt: at, updatedAt: at };
  return { outcome: { kind: 'created', entry: unobservedEntry(service) }, put: [service], buried: [] };
}

function updated(
  id: string,
  value: EditableService,
  from: string,
  catalog: Listings,
  now: Date,
): Decision<ImportOutcome> {
  const entry = catalog.find(id);
  if (!entry || !isInReach(entry.declared, from)) return unchanged({ kind: 'listed', id });

  const was = entry.declared;
  const is = over(was, value);
  return printServiceFile(is) === printServiceFile(was)
    ? unchanged({ kind: 'changed', entry })
    : replaced({ ...is, updatedAt: timeAfter(was.updatedAt, now) });
}

/**
 * The removed service that keeps its endpoint from being imported as a new one. What the operator removed stays removed, however long ago that was:
 * imports run by themselves.
 */
function tombstoneKeepingEndpoint(endpoint: string, catalog: Listings, now: Date): Tombstone | undefined {
  const tombstone = catalog.tombstoneAt(endpoint);
  const from = tombstone?.service?.imported?.from;
  const isOfImport = from !== undefined && tombstone?.reason === goneReason(from);

  return tombstone?.byOperator && !isOfImport
    ? tombstone
    : tombstoneReservingEndpoint(undefined, endpoint, catalog, now);
}

/** Lists a service again that the same import removed because it was gone. What the operator removed stays removed. */
function restored(
  tombstone: Tombstone,
  value: EditableService,
  from: string,
  now: Date,
): Decision<ImportOutcome> {
  const { service, reason, deletedAt } = tombstone;
  const isOwn = service !== undefined && isInReach(service, from) && reason === goneReason(from);
  if (!isOwn) return unchanged({ kind: 'reserved', tombstone });

  return replaced({ ...over(service, value), updatedAt: timeAfter(deletedAt, now) });
}

function replaced(service: DeclaredService): Decision<ImportOutcome> {
  return { outcome: { kind: 'changed', entry: unobservedEntry(service) }, put: [service], buried: [] };
}

/** A free quota and a deprecation stay: other catalogs do not have them. */
function over(was: DeclaredService, value: EditableService): DeclaredService {
  const pricing = { ...was.pricing, ...value.pricing };

  return { ...picked(was, unimportedNames), ...picked(value, importedNames), pricing };
}
