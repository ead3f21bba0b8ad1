/** The members of a JSON object from outside. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, rather than a list. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; none of any other value. */
export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}
