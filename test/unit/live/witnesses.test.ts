import { beforeEach, describe, expect, it } from 'vitest';
import { Checkpoints } from '../../../src/live/checkpoints.ts';
import type { SignedCheckpoint } from '../../../src/live/ports.ts';
import { Witnesses } from '../../../src/live/witnesses.ts';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { cosign, countCosignatures } from '../../../src/transparency/cosignature.ts';
import { leafHash } from '../../../src/transparency/merkle-tree.ts';
import { readNote, signNote } from '../../../src/transparency/signed-note.ts';
import { TileTree } from '../../../src/transparency/tiles.ts';
import { FakeWitness } from '../../support/fake-witness.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';
import { aLiveCatalog } from '../../support/live-catalog.ts';

const signer = noteSigner();
const { log } = aLiveCatalog();
const at = new Date('2026-03-01T12:00:00Z');

let witness: FakeWitness;
let tree: TileTree;
let now: Date;
let witnesses: Witnesses;

/** Adds entries, and signs them. */
function grow(entries: number): SignedCheckpoint {
  for (let i = 0; i < entries; i += 1) tree.append(leafHash(String(tree.size)));
  const [size, root] = [tree.size, tree.root()];
  return { size, root, note: signNote(printCheckpoint({ origin: signer.name, size, root }), signer) };
}

const openedBy = (...asked: readonly FakeWitness[]): Witnesses =>
  new Witnesses(
    asked.map((each, i) => ({ key: each.signer, url: `http://${String(i)}` })),
    {
      post: (url, body) => {
        const found = asked.find((_, i) => url === `http://${String(i)}/add-checkpoint`);
        return found?.post(url, body) ?? Promise.reject(new Error('another URL'));
      },
      clock: () => now,
      log,
    },
  );

const counted = (note: string): number => countCosignatures(witnesses.cosigned(note), [witness.signer], now);

beforeEach(() => {
  witness = new FakeWitness(signer);
  [tree, now] = [new TileTree(), at];
  log.lines.length = 0;
  witnesses = openedBy(witness);
});

describe('witnesses', () => {
  it('cosign each checkpoint, from the first on, asked once', async () => {
    for (const entries of [0, 1, 4, 300]) {
      const checkpoint = grow(entries);
      expect(witnesses.cosigned(checkpoint.note)).toBe(checkpoint.note);
      await witnesses.ask(checkpoint, tree);
      await witnesses.ask(checkpoint, tree);
      expect(counted(checkpoint.note)).toBe(1);
    }

    expect(witness.requests).toHaveLength(4);
    expect(witnesses.fault).toBeUndefined();
  });

  it('that know another size get the proof from there, once', async () => {
    await witnesses.ask(grow(3), tree);
    const restarted = openedBy(witness);
    const checkpoint = grow(4);
    await restarted.ask(checkpoint, tree);

    expect(witness.requests.map((body) => body.split('\n')[0])).toEqual(['old 0', 'old 0', 'old 3']);
    expect(restarted.cosigned(checkpoint.note)).not.toBe(checkpoint.note);

    witness.bent = () => ({ status: 409, text: '2\n' });
    await restarted.ask(grow(1), tree);
    expect(witness.requests).toHaveLength(5);
    expect(restarted.fault).toContain('answers HTTP 409');
  });

  it('cosign one checkpoint for each of several servers', async () => {
    const [one, other] = [openedBy(witness), openedBy(witness)];
    const checkpoint = grow(3);
    await Promise.all([one.ask(checkpoint, tree), other.ask(checkpoint, tree)]);

    for (const each of [one, other]) {
      expect(countCosignatures(each.cosigned(checkpoint.note), [witness.signer], now)).toBe(1);
    }
  });

  it('that fail are named, and asked again after a minute or about the next checkpoint', async () => {
    const checkpoint = grow(3);
    witness.bent = () => ({ status: 503, text: '' });
    await witnesses.ask(checkpoint, tree);
    now = new Date(at.getTime() + 59_999);
    await witnesses.ask(checkpoint, tree);
    expect(witness.requests).toHaveLength(1);
    expect(witnesses.fault).toBe(
      'checkpoints lack the cosignatures of 1 of 1 witnesses. witness.example/w1: answers HTTP 503',
    );

    now = new Date(at.getTime() + 60_000);
    await witnesses.ask(checkpoint, tree);
    await witnesses.ask(grow(1), tree);
    expect(witness.requests).toHaveLength(3);
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);

    witness.bent = undefined;
    await witnesses.ask(grow(1), tree);
    expect(witnesses.fault).toBeUndefined();
    expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
  });

  it('that hang hold up nobody, and are asked one thing at a time', async () => {
    const slow = new FakeWitness(signer);
    const stuck = Promise.withResolvers<undefined>();
    const post = slow.post;
    Object.assign(slow, { post: (url: string, body: string) => stuck.promise.then(() => post(url, body)) });
    witnesses = openedBy(slow, witness);
    const first = grow(1);
    const asking = witnesses.ask(first, tree);
    await expect.poll(() => counted(first.note)).toBe(1);
    const second = grow(1);
    await witnesses.ask(second, tree);
    expect(counted(second.note)).toBe(1);

    stuck.resolve(undefined);
    await asking;
    expect(slow.requests).toHaveLength(1);
  });

  const textOf = (body: string): string => readNote(body.slice(body.indexOf('\n\n') + 2))?.text ?? '';

  it.each([
    [
      'a cosignature by another key',
      () => cosign(textOf(witness.requests[0] ?? ''), noteSigner('witness.example/w1'), at).line,
    ],
    ['a cosignature of another text', () => cosign('else\n1\nAAAA\n', witness.signer, at).line],
    [
      'an old cosignature',
      () => cosign(textOf(witness.requests[0] ?? ''), witness.signer, new Date(at.getTime() - 301_000)).line,
    ],
    [
      'a cosignature from the future',
      () => cosign(textOf(witness.requests[0] ?? ''), witness.signer, new Date(at.getTime() + 301_000)).line,
    ],
    ['nothing', () => ''],
    ['a page', () => '<html>\u001b[31m'.repeat(1000)],
    ['an empty line and a forged checkpoint', () => `\n\n${signer.name}\n9\n`],
  ])('are not believed when they answer %s', async (_, text) => {
    const checkpoint = grow(3);
    witness.bent = () => ({ status: 200, text: text() });
    await witnesses.ask(checkpoint, tree);

    expect(witnesses.cosigned(checkpoint.note)).toBe(checkpoint.note);
    expect(witnesses.fault).toContain('answers without a cosignature by its key');
  });

  it('may send lines of other keys beside theirs, which are left out', async () => {
    const checkpoint = grow(3);
    const [other, own] = [noteSigner('witness.example/w2'), witness.signer];
    const lines = [other, own].map((each) => cosign(readNote(checkpoint.note)?.text ?? '', each, at).line);
    witness.bent = () => ({ status: 200, text: lines.join('') });
    await witnesses.ask(checkpoint, tree);

    expect(witnesses.cosigned(checkpoint.note)).toBe(checkpoint.note + (lines[1] ?? ''));
  });

  it.each(['', '-1\n', '1e9\n', '4\n', '99999999999999999999\n', '\u001b[31m'])(
    'that name the size %j are not followed there',
    async (text) => {
      witness.bent = () => ({ status: 409, text });
      await witnesses.ask(grow(3), tree);

      expect(witness.requests).toHaveLength(1);
      expect(witnesses.fault).toContain('names a size of the log that this server does not know; ours is 3');
    },
  );
});

describe('checkpoints', () => {
  it('are given out at once, and with cosignatures once these are there', async () => {
    tree.append(leafHash('a'));
    const transparency = { tree, fault: undefined };
    const signed = {
      last: () => Promise.resolve(undefined),
      remember: async (_: string, each: SignedCheckpoint) => each,
    };
    const checkpoints = new Checkpoints(undefined, { transparency, signer, signed, log, witnesses });
    const first = (await checkpoints.newest()) ?? '';
    await checkpoints.askWitnesses();
    const second = (await checkpoints.newest()) ?? '';

    expect(countCosignatures(first, [witness.signer], now)).toBe(0);
    expect(second.startsWith(first)).toBe(true);
    expect(countCosignatures(second, [witness.signer], now)).toBe(1);
  });
});
