import type { Entry } from '../domain/snapshot.ts';
import { provenLeaves, type ReadLog } from '../live/proven-leaves.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { bodyOf } from '../views/body.ts';
import { type Proven, proofFile } from '../views/proof-file.ts';
import type { BuiltFile } from './build-files.ts';
import type { BuiltLog } from './log-tiles.ts';

const unproven: Proven = { leaves: [], checkpoint: null };

/**
 * Makes the proof file of each service. Its origin leaves the checkpoint out: while nothing else changes, the file of the last build proves the same
 * by an older checkpoint, and thousands of them need not be made anew for each new entry of the log.
 */
export function serviceProofs(
  { history }: Pick<SiteCatalog, 'history'>,
  log: BuiltLog | undefined,
): (entry: Entry) => Promise<BuiltFile> {
  const source = log && { ...log, log: withCachedRoots(log.log) };

  return async (entry) => {
    const { id } = entry.declared;
    const observed = await history.observed(entry);
    const text = (proven: Proven): string => bodyOf(proofFile(entry, observed, proven));
    const origin = [text(unproven), source?.verifier, source?.log.newestOf(id)].join('\n');
    const make = async (): Promise<string> =>
      text(source ? await proven(id, source.checkpoint, source.log) : unproven);

    return { path: `api/services/${id}/proof.json`, origin, make };
  };
}

async function proven(id: string, checkpoint: string, log: ReadLog): Promise<Proven> {
  const leaves = await provenLeaves(id, checkpoint, log);
  if (!leaves) throw new Error(`the log lacks its entry about ${id}; put the files below log/ back`);

  return { leaves, checkpoint };
}

/** The proofs of neighbours share most of their hashes. */
function withCachedRoots(log: ReadLog): ReadLog {
  const roots = new Map<string, Buffer>();
  const rootOf = (start: number, end: number): Buffer => {
    const key = `${String(start)} ${String(end)}`;
    const root = roots.get(key) ?? log.tree.rootOf(start, end);
    roots.set(key, root);
    return root;
  };

  return {
    tree: { size: log.tree.size, rootOf },
    entry: (index) => log.entry(index),
    newestOf: (id) => log.newestOf(id),
  };
}
