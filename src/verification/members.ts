import { isObject, type JsonObject } from '../domain/json-object.ts';

/** The members of an object; none of any other value. */
export function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
