import { describe, expect, it } from 'vitest';
import { serviceProofs } from '../../../src/build/service-proofs.ts';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { leafHash } from '../../../src/transparency/merkle-tree.ts';
import { signNote } from '../../../src/transparency/signed-note.ts';
import { TileTree } from '../../../src/transparency/tiles.ts';
import { ProofFile } from '../../../src/views/proof-file.ts';
import { aPinnedEntry, seenOf } from '../../fixtures/pinned.ts';
import { catalogOf, historyOf } from '../../fixtures/site-catalog.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';

const entry = aPinnedEntry();
const catalog = catalogOf([entry], { ...historyOf([]), observed: () => Promise.resolve(seenOf(entry)) });
const signer = noteSigner();

/** A log of this many entries, of which one is about the service. */
function aLog(size: number, newest: number) {
  const tree = new TileTree();
  for (let i = 0; i < size; i += 1) tree.append(leafHash(`entry ${String(i)}`));
  const checkpoint = signNote(printCheckpoint({ origin: signer.name, size, root: tree.root() }), signer);
  const log = {
    ...{ tree, newestOf: () => newest },
    entries: () => Promise.resolve(undefined),
    entry: (index: number) => Promise.resolve(`entry ${String(index)}`),
  };
  return { log, checkpoint, verifier: 'a key' };
}

describe('the proof file of a build', () => {
  it('lies beside the service, proven by the checkpoint of the build', async () => {
    const log = aLog(3, 1);
    const { path, make } = await serviceProofs(catalog, log)(entry);
    const file = ProofFile.parse(JSON.parse(String(await make())));

    expect(path).toBe(`api/services/${entry.declared.id}/proof.json`);
    expect(file).toMatchObject({ leaves: [{ index: 1, leaf: 'entry 1' }], checkpoint: log.checkpoint });
    expect(file.leaves[0]?.hashes).toHaveLength(2);
  });

  it('is made again for another entry about the service, and not for those about others', async () => {
    const origins = await Promise.all(
      [aLog(3, 1), aLog(9, 1), aLog(9, 8), undefined].map(
        async (log) => (await serviceProofs(catalog, log)(entry)).origin,
      ),
    );

    expect(origins[1]).toBe(origins[0]);
    expect(new Set(origins).size).toBe(3);
  });

  it('fails where the log lacks the entry', async () => {
    const { make } = await serviceProofs(catalog, aLog(3, 3))(entry);

    await expect(make()).rejects.toThrow(`the log lacks its entry about ${entry.declared.id}`);
  });
});
