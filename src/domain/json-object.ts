/** A JSON object, from outside. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, rather than a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
