/** A value in a column of the state. */
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
