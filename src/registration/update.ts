import { editableService } from '../domain/declaration.ts';
import { hostOf } from '../domain/endpoint-url.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import { catalogNames, editableNames, picked } from '../domain/declared-fields.ts';
import type { Actor, Proof } from '../domain/owner.ts';
import type { DeclaredService, EditableService } from '../domain/service.ts';
import { printServiceFile } from '../domain/service-file.ts';
import { checkService } from '../domain/service-rules.ts';
import type { Refusal, UpdateAct } from './act.ts';
import { changed, type Decision, type Rules, timeAfter, unchanged } from './decision.ts';
import { type Listings, tooManyAtHost } from './listings.ts';
import { isObject, type JsonObject, membersOf } from '../domain/json-object.ts';
import { stillHolds } from '../domain/proof.ts';
import { mergePatch } from './merge-patch.ts';
import { tombstoneReservingEndpoint } from './register.ts';
import { forbidden, isOnlyMaintainer, isSameHost, maintainerOf, serviceFor } from './rights.ts';

/** The members that a patch may name. */
const editable: ReadonlySet<string> = new Set(editableNames);

export function update(act: UpdateAct, catalog: Listings, { policy, now }: Rules): Decision {
  const found = serviceFor(act, catalog, 'maintainers');
  if ('refusal' in found) return unchanged(found.refusal);

  const { by, patch } = act;
  const was = found.entry.declared;
  if (isObject(patch) && 'maintainers' in patch && forbidden(by, was)) {
    return unchanged({ kind: 'forbidden', why: 'maintainer', owner: was.owner });
  }
  const input = merged(was, patch);
  const checked = checkService(editableService(policy), input, catalog);
  const problems = [
    ...('problems' in checked ? checked.problems : []),
    ...replacementProblems(
      replacementIn(input),
      was.deprecated?.replacement,
      was,
      (other) => catalog.find(other)?.declared,
    ),
  ];
  if (!('value' in checked) || problems.length > 0) return unchanged({ kind: 'refused', problems });

  const { endpoint } = checked.value;
  if (isOnlyMaintainer(by, was) && !isSameHost(endpoint, was.endpoint)) {
    return unchanged({ kind: 'forbidden', why: 'maintainer', owner: was.owner });
  }
  const holder = catalog.idAt(endpoint);
  if (holder !== undefined && holder !== was.id) return unchanged({ kind: 'listed', id: holder });
  const refusal = by === 'operator' ? undefined : moveRefusal(by, was.endpoint, endpoint, catalog, now);
  if (refusal) return unchanged(refusal);

  return changedTo(checked.value, found.entry, by, now);
}

/** Why a service may not move from one endpoint to another. */
function moveRefusal(by: Actor, from: string, to: string, catalog: Listings, now: Date): Refusal | undefined {
  if (from === to) return undefined;
  const tombstone = tombstoneReservingEndpoint(by, to, catalog, now);
  if (tombstone) return { kind: 'reserved', tombstone };

  return hostOf(from) === hostOf(to) ? undefined : tooManyAtHost(by.owner, to, catalog);
}

function changedTo(
  value: EditableService,
  entry: Parameters<typeof changed>[0],
  by: UpdateAct['by'],
  now: Date,
): Decision {
  const was = entry.declared;
  const since = was.deprecated?.since ?? now.toISOString();
  const is: DeclaredService = {
    ...value,
    deprecated: value.deprecated && { ...value.deprecated, since },
    ...picked(was, catalogNames),
  };
  const next = { ...is, proof: survivingProof(was, is) };
  if (printServiceFile(next) === printServiceFile(was)) return unchanged({ kind: 'changed', entry });

  return changed(entry, { ...next, updatedAt: timeAfter(was.updatedAt, now) }, maintainerOf(by, was));
}

/** A service after a patch. Members that it may not name stay, even where they are null, so that the rules refuse them. */
function merged(was: DeclaredService, patch: unknown): unknown {
  if (!isObject(patch)) return patch;

  const file = JSON.parse(printServiceFile(was)) as object;
  const since = was.deprecated?.since;
  const foreign = Object.entries(patch).filter(([name]) => !editable.has(name));
  const own = mergePatch(editableMembers(file, since), editableMembers(patch, since));
  return { ...own, ...Object.fromEntries(foreign) };
}

function editableMembers(members: object, since: string | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => editable.has(name))
      .map(([name, value]) => [
        name,
        name === 'deprecated' ? withoutSince(value, since) : (value as unknown),
      ]),
  );
}

/** Only the server says since when a service is deprecated, but a client may send back what it read. */
function withoutSince(deprecated: unknown, since: string | undefined): unknown {
  if (!isObject(deprecated) || deprecated['since'] !== since) return deprecated;

  const { since: _since, ...given } = deprecated;
  return given;
}

/** A new replacement of a deprecated service must be another one of the same owner. One that was, and is gone by now, holds up no other change. */
export function replacementProblems(
  value: unknown,
  before: string | undefined,
  { id, owner }: Pick<DeclaredService, 'id' | 'owner'>,
  find: (id: string) => Pick<DeclaredService, 'owner'> | undefined,
): FieldProblem[] {
  if (typeof value !== 'string' || value === before) return [];

  const other = value === id ? undefined : find(value);
  return other && other.owner === owner
    ? []
    : [fieldProblem('replacement_unknown', ['deprecated', 'replacement'], { value })];
}

function replacementIn(input: unknown): unknown {
  return membersOf(membersOf(input)['deprecated'])['replacement'];
}

/** The proof of a service after a change. It ends with what it rested on: a new host ends every proof, a new wallet or network one by wallet. */
export function survivingProof(was: DeclaredService, is: DeclaredService): Proof | undefined {
  const { proof } = was;
  const isMoved = new URL(was.endpoint).host !== new URL(is.endpoint).host;

  return proof && !isMoved && stillHolds(proof, is) ? proof : undefined;
}
