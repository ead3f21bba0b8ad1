/** SQL that inserts a row, or replaces what the row with the same key has in these columns. */
export function upsert(table: string, key: readonly string[], columns: readonly string[]): string {
  const all = [...key, ...columns];
  const replaced = columns.map((column) => `${column} = excluded.${column}`);

  return `INSERT INTO ${table} (${all.join()}) VALUES (${all.map(() => '?').join()})
    ON CONFLICT (${key.join()}) DO UPDATE SET ${replaced.join()}`;
}
