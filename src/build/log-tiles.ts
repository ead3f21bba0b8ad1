import type { TransparencyLog } from '../live/transparency-log.ts';
import { printEntries, tilePath, tilesOf } from '../transparency/tiles.ts';
import type { BuildFiles } from './build-files.ts';

/** The transparency log as a build shows it. */
export interface BuiltLog {
  readonly log: Pick<TransparencyLog, 'tree' | 'entries' | 'entry' | 'newestOf'>;
  /** A signed note about all of its entries. */
  readonly checkpoint: string;
  /** The key that verifies it. */
  readonly verifier: string;
}

/** Writes the log as files: the tiles first, so that they are there for everyone who sees the checkpoint. */
export async function writeLog({ log, checkpoint, verifier }: BuiltLog, files: BuildFiles): Promise<void> {
  for (const tile of tilesOf(log.tree.size)) {
    const path = `log/${tilePath(tile)}`;
    const bytes = tile.level === 'entries' ? await entriesOf(tile, log) : log.tree.tile(tile);
    if (!bytes) throw new Error(`the files of the log lack ${path}`);
    await files.place(path, bytes, () => bytes);
  }

  await files.place('log/vkey', `${verifier}\n`, () => `${verifier}\n`);
  await files.place('log/checkpoint', checkpoint, () => checkpoint);
}

async function entriesOf(
  tile: Parameters<typeof tilePath>[0],
  log: BuiltLog['log'],
): Promise<Buffer | undefined> {
  const entries = await log.entries(tile);

  return entries && printEntries(entries);
}
