import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { fileIn, openAlone, refuseDamaged } from './database-file.ts';
import { asUnavailable } from './fault.ts';

const Row = z.array(z.union([z.string(), z.number(), z.instanceof(Buffer), z.null()]));

/** The state in a SQLite file, which no other process can have open until it is closed. */
export class WholeSqliteState implements WholeState {
  readonly #open: Database.Database;
  /** The running reads of tables: the file cannot be closed while one is open. */
  readonly #reading = new Set<IterableIterator<unknown>>();

  private constructor(open: Database.Database) {
    this.#open = open;
  }

  /**
   * Opens the state of a data folder, and brings its tables up to date.
   * @throws {NewerDatabase | StateUnavailable} `busy` while another process has it open
   */
  static in(folder: string): WholeSqliteState {
    const path = fileIn(folder);
    try {
      statSync(path);
      const open = openAlone(path);
      refuseDamaged(open, path);
      return new WholeSqliteState(open);
    } catch (error) {
      throw asUnavailable(error, path);
    }
  }

  columnsOf(table: string): string[] {
    return this.#open
      .prepare(`SELECT * FROM ${table}`)
      .columns()
      .map(({ name }) => name);
  }

  countOf(table: string): number {
    return z.int().parse(this.#open.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  }

  *rowsOf(table: string): Generator<z.infer<typeof Row>> {
    const rows = this.#open.prepare(`SELECT * FROM ${table}`).raw().iterate();
    this.#reading.add(rows);
    for (const row of rows) yield Row.parse(row);
    this.#reading.delete(rows);
  }

  lastNumberOf(table: string, column: string): number {
    const given = 'SELECT max(seq) FROM sqlite_sequence WHERE name = ?';
    const stored = `SELECT max(${column}) FROM ${table}`;
    const last = `SELECT max(coalesce((${given}), 0), coalesce((${stored}), 0))`;

    return z.int().parse(this.#open.prepare(last).pluck().get(table));
  }

  close(): void {
    for (const rows of this.#reading) rows.return?.();
    this.#open.close();
  }
}

export type StateValue = string | number | Buffer | null;

/** Everything that a state holds, while nothing changes it. */
export interface WholeState {
  /** Names of the columns, in the order of the values of a row. */
  columnsOf(table: string): readonly string[];
  countOf(table: string): number;
  rowsOf(table: string): Iterable<readonly StateValue[]>;
  /** The highest number that a row of a table has or had in a column whose numbers the database gives; 0 where none was given. */
  lastNumberOf(table: string, column: string): number;
}
