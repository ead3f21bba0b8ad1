/** One SQL statement, or a part of one. Each `?` in its text stands for a value: a text, a whole number, bytes or null. */
export class Statement {
  readonly sql: string;
  readonly values: readonly unknown[];

  constructor(text: string, values: readonly unknown[] = []) {
    this.sql = text;
    this.values = values;
  }
}

/** SQL with values in it, or with other parts of SQL. Times, truths, large numbers and what is undefined are stored as such values can be. */
export function sql(texts: TemplateStringsArray, ...inserted: readonly unknown[]): Statement {
  const parts = inserted.map((each) =>
    each instanceof Statement ? each : new Statement('?', [storedAs(each)]),
  );

  return new Statement(
    texts.reduce((before, text, i) => before + (parts[i - 1]?.sql ?? '') + text),
    parts.flatMap(({ values }) => values),
  );
}

function storedAs(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'bigint' ? String(value) : (value ?? null);
}

/** A text of SQL that is no value, such as the name of a table. */
export function verbatim(text: string): Statement {
  return new Statement(text);
}

export const nothing = verbatim('');

/** Parts of SQL, with commas between them. */
export function listed(parts: readonly unknown[]): Statement {
  return parts.map((part) => sql`${part}`).reduce((before, part) => sql`${before}, ${part}`);
}

/** Some texts, to stand after IN. */
export function these(texts: readonly string[]): Statement {
  return sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;
}

/** Some whole numbers, to stand after IN. */
export function numbers(some: Iterable<number>): Statement {
  return sql`(SELECT CAST(value AS BIGINT) FROM json_each(${JSON.stringify([...some])}))`;
}

/** The values of a row, by its columns in camel case. */
type Row = Readonly<Record<string, unknown>>;

/** Inserts a row. */
export function insert(table: string, row: Row): Statement {
  const columns = verbatim(Object.keys(row).map(columnOf).join(', '));

  return sql`INSERT INTO ${verbatim(table)} (${columns}) VALUES (${listed(Object.values(row))})`;
}

/** Inserts a row, or replaces the one with the same key, which are its first columns. */
export function upsert(table: string, key: Row, row: Row): Statement {
  const [keys, columns] = [Object.keys(key).map(columnOf), Object.keys(row).map(columnOf)];
  const replaced = columns.map((column) => `${column} = excluded.${column}`);

  return sql`${insert(table, { ...key, ...row })}
    ON CONFLICT (${verbatim(keys.join(', '))}) DO UPDATE SET ${verbatim(replaced.join(', '))}`;
}

/** The column of a member: that of `createdAt` is `created_at`. */
export function columnOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
