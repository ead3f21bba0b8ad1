import { indexPath } from '../transparency/tiles.ts';
import type { CatalogFiles } from './catalog-files.ts';

/** Entries in a file. Each commit writes the last file anew, so it is small; four fill a bundle of the log. */
export const linesPerFile = 64;

export const logFolder = 'log';

/** The file with the entries from `index` times 64 on, relative to the catalog folder. */
export function logFilePath(index: number): string {
  return `${logFolder}/${indexPath(index)}.txt`;
}

const file = new RegExp(`^${logFolder}/((?:x\\d{3}/)*\\d{3})\\.txt$`);

/** Which file of the log a path is; undefined for any other path. */
export function logFileIndex(path: string): number | undefined {
  const [, groups] = file.exec(path) ?? [];

  return groups === undefined ? undefined : Number(groups.replaceAll(/[x/]/g, ''));
}

/** The entries in the text of a file; undefined when it is not whole lines. */
function linesIn(text: string): string[] | undefined {
  if (text === '') return [];

  return text.endsWith('\n') ? text.slice(0, -1).split('\n') : undefined;
}

export function printLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The entries of one file; undefined when there is none, or it cannot be read. */
export async function readLogFile(
  files: Pick<CatalogFiles, 'read'>,
  index: number,
): Promise<string[] | undefined> {
  const reading = await files.read(logFilePath(index));

  return reading && 'text' in reading ? linesIn(reading.text) : undefined;
}
