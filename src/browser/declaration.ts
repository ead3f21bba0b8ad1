import { editableNames, picked } from '../domain/declared-fields.ts';
import { type ChangedLeaf, changedLeaves, leavesIn } from '../domain/leaves.ts';
import { isObject } from '../domain/json-object.ts';
import { mergePatch } from '../registration/merge-patch.ts';

/*
 * A declaration as its owner edits it, and what becomes of it between two moments.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A service as GET /api/services/:id/declaration answers it: of what is not edited, these members are used. */
export interface Declaration extends JsonObject {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly x402Config: { readonly paymentAddress: string; readonly network: string };
  readonly owner?: string;
  readonly proof?: { readonly method: string };
  readonly maintainers?: readonly string[];
  readonly transfer?: { readonly to: string; readonly until: string };
  readonly deprecated?: { readonly message: string; readonly replacement?: string };
  readonly probing?: false;
}

/** What an owner may change of a declaration. The server alone says since when a service is deprecated. */
export function editablePart(declaration: JsonObject): JsonObject {
  const part = picked(declaration, editableNames);
  const { deprecated } = declaration;
  if (!isObject(deprecated)) return part;

  const { since: _since, ...given } = deprecated;
  return { ...part, deprecated: given };
}

/** The leaves that differ between two declarations, in the order in which their file has them. */
export function difference(before: JsonObject, after: JsonObject): ChangedLeaf[] {
  return changedLeaves(leavesIn(before), leavesIn(after));
}

/** The smallest JSON Merge Patch (RFC 7396) that makes `after` of `before`. It cannot set a member to null: see `unpatchable`. */
export function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);

  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [was, is] = [ownMember(before, name), ownMember(after, name)];
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      if (!isObject(was) || !isObject(is)) return [[name, is ?? null]];

      const inner = patchBetween(was, is);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }),
  );
}

/** Bodies of requests may have members of any name, also one that every object inherits. */
function ownMember(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Applies a patch to a declaration. */
export function patched(declaration: JsonObject, patch: JsonObject): JsonObject {
  const merged = mergePatch(declaration, patch);

  return isObject(merged) ? merged : {};
}

/** The leaves of `after` that no merge patch can make, because null removes a member there. */
export function unpatchable(before: JsonObject, after: JsonObject): string[] {
  const made = patched(before, patchBetween(before, after));

  return difference(made, after).map(({ pointer }) => pointer);
}

/** The pointers at which two changes of the same declaration disagree. */
export function conflictsOf(ours: readonly ChangedLeaf[], theirs: readonly ChangedLeaf[]): string[] {
  return ours
    .filter(({ pointer, after }) =>
      theirs.some(
        (their) => their.pointer === pointer && JSON.stringify(their.after) !== JSON.stringify(after),
      ),
    )
    .map(({ pointer }) => pointer);
}
