/** A JSON object, from outside. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, rather than a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; none of any other value. */
export function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value of a JSON text; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
