import type { ProvenLeaf } from '../domain/proof-file.ts';
import { readCheckpoint } from '../transparency/checkpoint.ts';
import { inclusionProof } from '../transparency/merkle-tree.ts';
import { readNote } from '../transparency/signed-note.ts';
import type { TransparencyLog } from './transparency-log.ts';

export type ReadLog = Pick<TransparencyLog, 'entry' | 'newestOf'> & {
  readonly tree: Pick<TransparencyLog['tree'], 'size' | 'rootOf'>;
};

/**
 * The newest entry about a service, and further ones by their indexes, each proven up to a checkpoint, which is a signed note. Undefined where
 * the checkpoint does not cover the newest one, or covers more than is known here, and where the files of the log are damaged.
 */
export async function provenLeaves(
  id: string,
  checkpoint: string,
  log: ReadLog,
  further: readonly number[] = [],
): Promise<ProvenLeaf[] | undefined> {
  const size = readCheckpoint(readNote(checkpoint)?.text ?? '')?.size;
  if (size === undefined || size > log.tree.size) return undefined;

  const newest = log.newestOf(id);
  const leaves: ProvenLeaf[] = [];
  for (const index of newest === undefined ? further : [newest, ...further]) {
    if (index >= size) return undefined;
    const leaf = await log.entry(index);
    if (leaf === undefined) return undefined;
    const hashes = inclusionProof(index, size, (start, end) => log.tree.rootOf(start, end));
    leaves.push({ index, leaf, hashes: hashes.map((hash) => hash.toString('base64')) });
  }
  return leaves;
}
