const known = new Map<string, string>();

/** SQL with PostgreSQL's placeholders: the first `?` becomes `$1`. No text of our statements holds a question mark. */
export function numbered(sql: string): string {
  const text = known.get(sql);
  if (text !== undefined) return text;

  let count = 0;
  const made = sql.replaceAll('?', () => `$${String((count += 1))}`);
  known.set(sql, made);
  return made;
}

/** A value as a parameter of a statement. PostgreSQL cannot store the character U+0000 in a text. */
export function parameterOf(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
