import { indexPath } from '../transparency/tiles.ts';
import type { CatalogFiles } from './catalog-files.ts';

/** Entries in a file. Each commit rewrites the last file, so it is small; four fill a bundle of the log. */
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

export class LogFileDamaged extends Error {
  constructor(index: number) {
    super(`${logFilePath(index)} cannot be read, or is incomplete; put it back as it was`);
  }
}

export function printLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The entries of one file; undefined when there is none. @throws {LogFileDamaged} */
export async function readLogFile(
  files: Pick<CatalogFiles, 'read'>,
  index: number,
): Promise<string[] | undefined> {
  const reading = await files.read(logFilePath(index));
  if (!reading) return undefined;
  if (!('text' in reading) || !reading.text.endsWith('\n')) throw new LogFileDamaged(index);

  return reading.text.slice(0, -1).split('\n');
}
