import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import { type DeclaredService, type EditableService, editableService } from '../domain/service.ts';
import { inFileOrder, printServiceFile } from '../domain/service-file.ts';
import { checkService } from '../domain/service-rules.ts';
import type { UpdateAct } from './act.ts';
import { changed, type Decision, type Rules, timeAfter, unchanged } from './decision.ts';
import { keptProof } from './kept-proof.ts';
import type { Listings } from './listings.ts';
import { isObject, mergePatch } from './merge-patch.ts';
import { graveKeptFrom } from './register.ts';
import { forbidden, serviceFor } from './rights.ts';

/** The members that a patch may name. */
const editable = new Set(Object.keys(editableService({ allowInsecure: false }).shape));

/** Changes what a service declares. */
export function update(act: UpdateAct, catalog: Listings, { policy, now }: Rules): Decision {
  const found = serviceFor(act, catalog, 'maintainers');
  if ('refusal' in found) return unchanged(found.refusal);

  const { by, patch } = act;
  const was = found.entry.declared;
  if (isObject(patch) && 'maintainers' in patch && forbidden(by, was)) {
    return unchanged({ kind: 'forbidden', why: 'maintainer', owner: was.owner });
  }
  const merged = isObject(patch) ? mergePatch(editablePart(was), withoutSince(patch)) : patch;
  const checked = checkService(editableService(policy), merged, catalog);
  const problems = [
    ...foreignMembers(patch),
    ...('problems' in checked ? checked.problems : replacementProblems(checked.value, was, catalog)),
  ];
  if (!('value' in checked) || problems.length > 0) return unchanged({ kind: 'refused', problems });

  const { endpoint } = checked.value;
  const holder = catalog.idAt(endpoint);
  if (holder !== undefined && holder !== was.id) return unchanged({ kind: 'listed', id: holder });
  const grave =
    endpoint === was.endpoint || by === 'operator' ? undefined : graveKeptFrom(by, endpoint, catalog, now);
  if (grave) return unchanged({ kind: 'kept', tombstone: grave });
  return changedTo(checked.value, found.entry, now);
}

function changedTo(value: EditableService, entry: Parameters<typeof changed>[0], now: Date): Decision {
  const was = entry.declared;
  const { id, owner, repository, transfer, probing, createdAt, updatedAt } = was;
  const since = was.deprecated?.since ?? now.toISOString();
  const is: DeclaredService = {
    ...value,
    deprecated: value.deprecated && { ...value.deprecated, since },
    ...{ id, owner, repository, transfer, probing, createdAt, updatedAt },
  };
  const next = { ...is, proof: keptProof(was, is) };
  if (printServiceFile(next) === printServiceFile(was)) return unchanged({ kind: 'changed', entry });

  return changed(entry, { ...next, updatedAt: timeAfter(updatedAt, now) });
}

/** What a patch is applied to, without members that are absent. */
function editablePart(was: DeclaredService): unknown {
  const members = Object.entries(JSON.parse(JSON.stringify(inFileOrder(was))) as object);

  return withoutSince(Object.fromEntries(members.filter(([name]) => editable.has(name))));
}

/** Only the server says since when a service is deprecated; who sends it back as it was changes nothing. */
function withoutSince(declared: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { deprecated, ...others } = declared;
  if (!isObject(deprecated)) return declared;

  const { since: _since, ...given } = deprecated;
  return { ...others, deprecated: given };
}

/** A patch names what it changes, so a member that it may not name is a problem even where it would remove nothing. */
function foreignMembers(patch: unknown): FieldProblem[] {
  if (!isObject(patch)) return [];

  return Object.entries(patch)
    .filter(([name, value]) => value === null && !editable.has(name))
    .map(([name]) => fieldProblem('unknown_field', [name]));
}

/** The replacement of a deprecated service must be another one of the same owner. */
function replacementProblems(
  { deprecated }: EditableService,
  { id, owner }: DeclaredService,
  catalog: Listings,
): FieldProblem[] {
  const replacement = deprecated?.replacement;
  if (replacement === undefined) return [];

  const isOwn = replacement !== id && catalog.find(replacement)?.declared.owner === owner;
  return isOwn
    ? []
    : [fieldProblem('replacement_unknown', ['deprecated', 'replacement'], { value: replacement })];
}
