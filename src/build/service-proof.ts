import type { Entry } from '../domain/snapshot.ts';
import { provenLeaves } from '../live/proven-leaves.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { bodyOf } from '../views/body.ts';
import { type Proven, proofFile } from '../views/proof-file.ts';
import type { BuiltFile } from './build-files.ts';
import type { BuiltLog } from './log-tiles.ts';

const unproven: Proven = { leaves: [], checkpoint: null };

/**
 * The proof file of a service. Its origin leaves the checkpoint out: while nothing else changes, the file of the last build proves the same by an
 * older checkpoint, and thousands of them need not be made anew for each new entry of the log.
 */
export async function serviceProof(
  entry: Entry,
  { history }: Pick<SiteCatalog, 'history'>,
  log: BuiltLog | undefined,
): Promise<BuiltFile> {
  const { id } = entry.declared;
  const observed = await history.observed(entry);
  const text = (proven: Proven): string => bodyOf(proofFile(entry, observed, proven));
  const origin = [text(unproven), log?.verifier, log?.log.newestOf(id)].join('\n');
  const make = async (): Promise<string> => text(log ? await proven(id, log) : unproven);

  return { path: `api/services/${id}/proof.json`, origin, make };
}

async function proven(id: string, { log, checkpoint }: BuiltLog): Promise<Proven> {
  const leaves = await provenLeaves(id, checkpoint, log);
  if (!leaves) throw new Error(`the log lacks its entry about ${id}; put the files below log/ back`);

  return { leaves, checkpoint };
}
