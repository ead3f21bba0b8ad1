import { createHash } from 'node:crypto';
import type { Assets } from '../domain/asset.ts';
import type { ChangeKind } from '../domain/service-change.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { profileOfEntry } from './entry-profile.ts';
import { visibleDigest } from './visible-changes.ts';
import type { LoggedChange, LoggedService } from '../domain/logged-change.ts';

/** When a change was made, and the commit of the catalog that it belongs to. */
interface Occasion {
  readonly at: Date;
  readonly commit: string;
}

/** A service as the change log records it. `assets`: the tokens with known units and currencies. */
export function loggedService(entry: Entry, assets: Assets): LoggedService {
  const { name, endpoint } = entry.declared;

  return { name, endpoint, ...digestsOf(entry), profile: profileOfEntry(entry, assets) };
}

/** By what the change log knows a service again. */
export function digestsOf(entry: Entry): { readonly digest: string; readonly seen: string } {
  return { digest: declarationDigest(entry.declared), seen: visibleDigest(entry) };
}

/** By what the change log knows a declaration again. */
export function declarationDigest(declared: DeclaredService): string {
  return createHash('sha256').update(printServiceFile(declared)).digest('hex');
}

export function changeOf(
  kind: Exclude<ChangeKind, 'deleted' | 'removed'>,
  { declared: { id, updatedBy } }: Entry,
  service: LoggedService,
  occasion: Occasion,
): LoggedChange {
  return { ...occasion, kind, id, service, by: kind === 'updated' ? updatedBy : undefined };
}

/** `service` is what was last noted of it; the tombstone is absent where none was found yet. */
export function deletionOf(
  id: string,
  service: LoggedService,
  tombstone: Tombstone | undefined,
  occasion: Occasion,
): LoggedChange {
  const kind = tombstone?.byOperator ? 'removed' : 'deleted';

  return { ...occasion, kind, id, service, reason: tombstone?.reason };
}
