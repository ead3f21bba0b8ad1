import { describe, expect, it } from 'vitest';
import { emptyHistory } from '../../../../src/live/service-history.ts';
import { printCheckpoint } from '../../../../src/transparency/checkpoint.ts';
import { leafHash } from '../../../../src/transparency/merkle-tree.ts';
import { signNote } from '../../../../src/transparency/signed-note.ts';
import { TileTree } from '../../../../src/transparency/tiles.ts';
import { anApi, request } from '../../../fixtures/api.ts';
import { aPinnedEntry, seenOf } from '../../../fixtures/pinned.ts';
import { noteSigner } from '../../../support/mirror/fake-log.ts';

const entry = aPinnedEntry();
const path = `/api/services/${entry.declared.id}/proof`;
const history = Object.assign(
  emptyHistory(() => new Date()),
  { observed: () => Promise.resolve(seenOf(entry)) },
);

const signer = noteSigner();
const tree = new TileTree();
tree.append(leafHash('an entry'));
const log = {
  ...{ tree, newestOf: () => 0 },
  entries: () => Promise.resolve(['an entry']),
  entry: () => Promise.resolve('an entry'),
};
const noteOf = (size: number): string =>
  signNote(printCheckpoint({ origin: signer.name, size, root: tree.root(size) }), signer);

/** An API whose checkpoints are these, one after another. */
function signing(...notes: (string | undefined)[]) {
  const checkpoints = { verifier: 'a key', fault: undefined, newest: () => Promise.resolve(notes.shift()) };
  return anApi({ entries: [entry], parts: { history, transparency: { log, checkpoints } } });
}

describe('GET /api/services/{id}/proof', () => {
  it('answers with the pin, the leaf and the checkpoint', async () => {
    expect(await (await request(signing(noteOf(1)), path)).json()).toMatchObject({
      version: 'proof/1',
      entry: { id: entry.declared.id },
      pin: { maxAmount: '10000' },
      leaves: [{ index: 0, leaf: 'an entry', hashes: [] }],
      checkpoint: noteOf(1),
    });
  });

  it('asks again for a checkpoint that lacks the newest entry', async () => {
    expect((await request(signing(noteOf(0), noteOf(1)), path)).status).toBe(200);
  });

  it.each([
    ['nothing was signed', []],
    ['the checkpoint still lacks the entry', [noteOf(0), noteOf(0)]],
  ])('is unavailable while %s', async (_, notes) => {
    const answer = await request(signing(...notes), path);

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
  });

  it('needs no log', async () => {
    const answer = await request(anApi({ entries: [entry], parts: { history } }), path);

    expect(await answer.json()).toMatchObject({ pin: { maxAmount: '10000' }, leaves: [], checkpoint: null });
  });
});
