/** The tables of a database, and their migrations. */
export interface Schema {
  /** The version of the tables that a new database gets. None from before was released. */
  readonly first: number;
  /** The tables, then a migration for each later version. Append new ones, and never change one that has been released. */
  readonly steps: readonly string[];
}

export function newestVersion({ first, steps }: Schema): number {
  return first + steps.length - 1;
}

/** A newer Tollbook created the state database. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/** The state database is from before the first release. */
export class OlderDatabase extends Error {
  override readonly name = 'OlderDatabase';
}

/**
 * The statements that bring a database of this version, 0 for an empty one, to the newest. `cure`: how to go on with another database.
 * @throws {NewerDatabase | OlderDatabase}
 */
export function stepsFrom(version: number, schema: Schema, cure: string): readonly string[] {
  const newest = newestVersion(schema);
  const found = `the database has schema ${String(version)}, and this Tollbook knows`;
  if (version > newest) {
    throw new NewerDatabase(`${found} up to ${String(newest)}; update Tollbook, or ${cure}`);
  }
  if (version > 0 && version < schema.first) {
    throw new OlderDatabase(
      `${found} none before ${String(schema.first)}, which was never released; ${cure}`,
    );
  }
  return schema.steps.slice(version === 0 ? 0 : version - schema.first + 1);
}
