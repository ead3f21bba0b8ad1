import type { BuildFiles } from './build-files.ts';
import { type RowShape, SortedRows } from './sorted-rows.ts';

/** A text that lists all services or files. */
interface WantedText {
  /** What stands before the rows. */
  readonly head: string;
  /** The rows that are others than in the last build, by their keys; undefined where they are many. */
  readonly rows: ReadonlyMap<string, string | undefined> | undefined;
  /** Makes the whole text. */
  readonly whole: () => string;
}

/** A text made from that of the last build, where few of its rows have changed. It is to be placed under its digest, for the next one. */
export function longText(
  path: string,
  shape: RowShape,
  files: Pick<BuildFiles, 'lastContent'>,
  { head, rows, whole }: WantedText,
): Buffer {
  const last = rows && files.lastContent(path);
  const present = last && SortedRows.in(last, shape);

  return present ? present.with(head, rows) : Buffer.from(whole());
}
