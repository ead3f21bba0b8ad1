import { isObject, type JsonObject } from '../domain/json-object.ts';

/** Applies a JSON Merge Patch: RFC 7396, section 2. Both values are JSON, and not nested deeply. */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject;
export function mergePatch(target: unknown, patch: unknown): unknown;
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;

  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
