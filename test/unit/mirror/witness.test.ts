import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Witness } from '../../../src/mirror/witness.ts';
import { printAddCheckpoint } from '../../../src/transparency/add-checkpoint.ts';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { countCosignatures } from '../../../src/transparency/cosignature.ts';
import { openCheckpoint } from '../../../src/transparency/log-copy.ts';
import { consistencyProof, leafHash } from '../../../src/transparency/merkle-tree.ts';
import { signNote } from '../../../src/transparency/signed-note.ts';
import { TileTree } from '../../../src/transparency/tiles.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = noteSigner();
const signer = noteSigner('witness.example/w1');
const now = new Date('2026-03-01T12:00:00Z');

let folder: string;
let warnings: string[];
/** How many entries of the honest log the mirror has read. */
let read: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  [warnings, read] = [[], 0];
});

/** A log that is honest up to an entry, and says something else from there on. */
function treeOf(size: number, forkedFrom = size): TileTree {
  const tree = new TileTree();
  for (let i = 0; i < size; i += 1) tree.append(leafHash(`${i < forkedFrom ? 'a' : 'b'} ${String(i)}`));
  return tree;
}

function noteOf(tree: TileTree): string {
  return signNote(printCheckpoint({ origin: log.name, size: tree.size, root: tree.root() }), log);
}

function requestOf(tree: TileTree, old: number): string {
  const proof = consistencyProof(old, tree.size, (start, end) => tree.rootOf(start, end));
  return printAddCheckpoint({ old, proof, note: noteOf(tree) });
}

const open = (): Promise<Witness> =>
  Witness.open({
    ...{ folder, signer, key: log, now: () => now },
    log: {
      get state() {
        return { key: '', size: read, root: '', entryBytes: 0, checkpoint: noteOf(treeOf(read)) };
      },
      rootAt: (size) => (size <= read ? treeOf(read).root(size) : undefined),
    },
    notice: ({ text }) => warnings.push(text),
  });

const file = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const statusOf = async (witness: Witness, body: string): Promise<number> => (await witness.add(body)).status;

describe('a witness', () => {
  it('cosigns what continues, and remembers it across restarts', async () => {
    let known = 0;
    for (const size of [0, 1, 4, 4, 300]) {
      const witness = await open();
      const reply = await witness.add(requestOf(treeOf(size), known));
      const line = reply.status === 200 ? reply.line : '';
      expect(countCosignatures(noteOf(treeOf(size)) + line, [signer], now)).toBe(1);
      expect(await file('witness.checkpoint')).toBe(noteOf(treeOf(size)) + line);
      expect(witness.cosigned).toBe(await file('witness.checkpoint'));
      known = size;
    }

    expect(await (await open()).add(requestOf(treeOf(200), 0))).toEqual({ status: 409, known: 300 });
    expect(warnings).toEqual([]);
  });

  it('never goes back to a smaller checkpoint, however requests overtake each other', async () => {
    const witness = await open();
    await witness.add(requestOf(treeOf(3), 0));
    const replies = await Promise.all([9, 5, 7, 9, 6].map((size) => witness.add(requestOf(treeOf(size), 3))));

    expect(replies.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409]);
    expect(openCheckpoint(await file('witness.checkpoint'), log).size).toBe(9);
  });

  it('cosigns nothing that is not on disk', async () => {
    const witness = await open();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file');

    await expect(witness.add(requestOf(treeOf(3), 0))).rejects.toThrow('EEXIST');
    expect(witness.cosigned).toBeUndefined();
    await rm(folder);
    expect(await statusOf(witness, requestOf(treeOf(4, 2), 0))).toBe(200);
  });

  it('refuses another history after a crash, whether its answer or its file was cut off', async () => {
    await (await open()).add(requestOf(treeOf(4), 0));
    await writeFile(join(folder, 'witness.checkpoint.tmp'), noteOf(treeOf(9)).slice(0, 20));
    const restarted = await open();

    expect(await restarted.add(requestOf(treeOf(6, 3), 0))).toEqual({ status: 409, known: 4 });
    expect(await statusOf(restarted, requestOf(treeOf(6, 3), 4))).toBe(422);
    expect(await statusOf(restarted, requestOf(treeOf(6), 4))).toBe(200);
  });

  it('does not begin where its memory is damaged, or of another key', async () => {
    await (await open()).add(requestOf(treeOf(3), 0));
    await appendFile(join(folder, 'witness.checkpoint'), 'x');

    await expect(open()).rejects.toThrow(
      /witness\.checkpoint is no checkpoint of .* could cosign two histories/,
    );
    await writeFile(join(folder, 'witness.checkpoint'), '');
    await expect(open()).rejects.toThrow('could cosign two histories');
  });

  it('leaves a log that signed two histories alone, for good, and keeps both', async () => {
    const witness = await open();
    await witness.add(requestOf(treeOf(4), 0));
    const fork = treeOf(4, 2);

    expect(await statusOf(witness, requestOf(fork, 4))).toBe(409);
    expect(openCheckpoint(await file('witness.head-1'), log).root).toEqual(treeOf(4).root());
    expect(openCheckpoint(await file('witness.head-2'), log).root).toEqual(fork.root());
    expect(await statusOf(witness, requestOf(treeOf(5, 3), 4))).toBe(422);
    expect(await statusOf(witness, requestOf(treeOf(5), 4))).toBe(422);
    expect(warnings).toEqual([
      expect.stringMatching(/signed two histories.*witness\.head-1 and .*witness\.head-2/),
    ]);

    expect(await statusOf(await open(), requestOf(treeOf(5), 4))).toBe(422);
    expect(await file('witness.head-2')).toBe(noteOf(fork));
    expect(warnings).toHaveLength(2);
  });

  it.each([2, 3, 5])(
    'knows a fork of %i entries by what the mirror has read, whatever the proof',
    async (size) => {
      read = 6;
      const witness = await open();
      await witness.add(requestOf(treeOf(4), 0));

      expect(await statusOf(witness, requestOf(treeOf(size, 1), 0))).toBe(422);
      expect(openCheckpoint(await file('witness.head-1'), log).size).toBe(6);
      expect(await file('witness.head-2')).toBe(noteOf(treeOf(size, 1)));
    },
  );

  it('accuses nobody for a proof that somebody else made up', async () => {
    const witness = await open();
    await witness.add(requestOf(treeOf(4), 0));
    const made = printAddCheckpoint({ old: 4, proof: [Buffer.alloc(32)], note: noteOf(treeOf(7)) });

    expect([await statusOf(witness, made), await statusOf(witness, made)]).toEqual([422, 422]);
    expect(await file('witness.refused')).toBe(noteOf(treeOf(7)));
    expect(warnings).toEqual([expect.stringContaining('a signed checkpoint of 7 entries came with a proof')]);
    read = 7;
    await witness.compare();
    await expect(file('witness.refused')).rejects.toThrow('ENOENT');
    expect(await statusOf(witness, made)).toBe(422);
    expect(await statusOf(witness, requestOf(treeOf(7), 4))).toBe(200);
    expect(warnings).toHaveLength(1);
  });

  it('ends the mirror when the entries contradict what was refused', async () => {
    const witness = await open();
    await witness.add(requestOf(treeOf(4), 0));
    expect(await statusOf(witness, requestOf(treeOf(6, 2), 4))).toBe(422);
    await witness.compare();
    read = 6;

    const restarted = await open();
    await expect(restarted.compare()).rejects.toThrow('signed two histories');
    expect(await file('witness.head-2')).toBe(noteOf(treeOf(6, 2)));
    expect(await statusOf(restarted, requestOf(treeOf(6), 4))).toBe(422);
  });

  it('ends the mirror when the entries contradict what was cosigned', async () => {
    const witness = await open();
    await witness.add(requestOf(treeOf(4, 2), 0));
    read = 3;
    await witness.compare();
    read = 9;

    await expect(witness.compare()).rejects.toThrow('signed two histories');
    expect(openCheckpoint(await file('witness.head-1'), log).size).toBe(9);
    expect(openCheckpoint(await file('witness.head-2'), log).size).toBe(4);
  });

  it('remembers no signatures of others', async () => {
    const witness = await open();
    const stranger = signNote('x\n', noteSigner('else')).split('\n\n')[1] ?? '';
    await witness.add(requestOf(treeOf(3), 0) + stranger);

    expect(await file('witness.checkpoint')).not.toContain('— else');
  });

  it('writes the same checkpoint once, and cosigns it as of now', async () => {
    const witness = await open();
    await witness.add(requestOf(treeOf(3), 0));
    const written = await file('witness.checkpoint');
    vi.spyOn(now, 'getTime').mockReturnValue(now.getTime() + 60_000);
    const reply = await witness.add(requestOf(treeOf(3), 3));
    vi.restoreAllMocks();

    expect(reply).toMatchObject({ status: 200 });
    expect(written).not.toContain(reply.status === 200 ? reply.line : '');
    expect(await file('witness.checkpoint')).toBe(written);
  });
});
