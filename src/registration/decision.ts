import { declaredService } from '../domain/declaration.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { DeclaredService } from '../domain/service.ts';
import { checkService, type KnownCategories } from '../domain/service-rules.ts';
import { type Entry, unobservedEntry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Outcome } from './act.ts';

export interface Decision<Result extends Outcome = Outcome> {
  /** The outcome of the act, once the changes below are committed. */
  readonly outcome: Result;
  /** Services to add or change. */
  readonly put: readonly DeclaredService[];
  /** The tombstones of services to remove. */
  readonly buried: readonly Tombstone[];
}

/** The settings that the rules depend on beside the catalog. */
export interface Rules {
  readonly policy: EndpointPolicy;
  readonly now: Date;
}

/** An act that changes nothing. */
export function unchanged<Result extends Outcome>(outcome: Result): Decision<Result> {
  return { outcome, put: [], buried: [] };
}

/** A service becomes another one. `updatedBy`: the maintainer who makes it so. */
export function changed(was: Entry, service: DeclaredService, updatedBy?: string): Decision {
  const declared = { ...service, updatedBy };

  return { outcome: { kind: 'changed', entry: { ...was, declared } }, put: [declared], buried: [] };
}

/** A removed service is listed again, unless it now breaks the rules: they may have changed, or the categories. */
export function listedAgain(service: DeclaredService, catalog: KnownCategories, { policy }: Rules): Decision {
  const checked = checkService(declaredService(policy), { ...service, updatedBy: undefined }, catalog);
  if ('problems' in checked) return unchanged({ kind: 'refused', problems: checked.problems });

  const { value } = checked;
  return { outcome: { kind: 'changed', entry: unobservedEntry(value) }, put: [value], buried: [] };
}

/** The time of a change, later than that of the one before even if the clock was set back. */
export function timeAfter(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}
