/** A value as a parameter of a statement. PostgreSQL cannot store the character U+0000 in a text. */
export function parameterOf(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
