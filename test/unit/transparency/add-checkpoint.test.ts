import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddCheckpoint,
  consistencyRefusal,
  openSubmission,
  printAddCheckpoint,
  readAddCheckpoint,
} from '../../../src/transparency/add-checkpoint.ts';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { cosign } from '../../../src/transparency/cosignature.ts';
import { consistencyProof, leafHash } from '../../../src/transparency/merkle-tree.ts';
import { type NoteSigner, signNote } from '../../../src/transparency/signed-note.ts';
import { TileTree } from '../../../src/transparency/tiles.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';

const signer = noteSigner();

function treeOf(size: number, past = 'a'): TileTree {
  const tree = new TileTree();
  for (let i = 0; i < size; i += 1) tree.append(leafHash(`${past} ${String(i)}`));
  return tree;
}

/** The request of a log with this tree, whose witness has cosigned `old` entries. */
function requestOf(tree: TileTree, old: number, by: NoteSigner = signer): AddCheckpoint {
  const { size } = tree;
  const proof = consistencyProof(old, size, (start, end) => tree.rootOf(start, end));
  return { old, proof, note: signNote(printCheckpoint({ origin: by.name, size, root: tree.root() }), by) };
}

const bodyOf = (tree: TileTree, old: number, by?: NoteSigner): string =>
  printAddCheckpoint(requestOf(tree, old, by));

/** The status with which a witness that has cosigned `head` answers; undefined when it cosigns. */
function statusOf(body: string, head?: TileTree): number | undefined {
  const submission = openSubmission(body, signer);
  if ('status' in submission) return submission.status;

  return consistencyRefusal(submission, head && { size: head.size, root: head.root() })?.status;
}

describe('a request to a witness', () => {
  it('has the form of the specification', () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const body = `old 5\n${one.toString('base64')}\n${two.toString('base64')}\n\ntext\n7\n\n— a b\n`;

    expect(printAddCheckpoint({ old: 5, proof: [one, two], note: 'text\n7\n\n— a b\n' })).toBe(body);
    expect(readAddCheckpoint(body)).toEqual({ old: 5, proof: [one, two], note: 'text\n7\n\n— a b\n' });
  });

  it('is read as it was printed, whatever the sizes', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat({ max: 200 }));
    fc.assert(
      fc.property(sizes, ([size, old]) => {
        const request = requestOf(treeOf(size), Math.min(old, size));
        expect(readAddCheckpoint(printAddCheckpoint(request))).toEqual(request);
      }),
    );
  });

  const hash = `${Buffer.alloc(32).toString('base64')}\n`;

  it.each([
    ['nothing', ''],
    ['no old size', `\n\n${hash}`],
    ['a negative size', 'old -1\n\nnote\n'],
    ['a size with a zero before it', 'old 01\n\nnote\n'],
    ['a size that is too large', 'old 99999999999999999\n\nnote\n'],
    ['a size in another spelling', 'old 1e3\n\nnote\n'],
    ['two spaces', 'old  1\n\nnote\n'],
    ['carriage returns', 'old 1\r\n\r\nnote\r\n'],
    ['no empty line', `old 1\n${hash}note\n`],
    ['a short hash', 'old 1\nAAAA\n\nnote\n'],
    ['a hash in another spelling', `old 1\n${hash.replace('=', '')}\nnote\n`],
    ['64 hashes', `old 1\n${hash.repeat(64)}\nnote\n`],
    ['a million lines', `old 1\n${'\n'.repeat(1_000_000)}`.replace('\n\n', '\nx\n')],
  ])('is not read with %s', (_, body) => {
    expect(readAddCheckpoint(body)).toBeUndefined();
    expect(statusOf(body)).toBe(400);
  });

  it('may have 63 hashes', () => {
    expect(readAddCheckpoint(`old 1\n${hash.repeat(63)}\nnote\n`)?.proof).toHaveLength(63);
  });
});

describe('a witness', () => {
  it('cosigns whatever continues what it has cosigned, and nothing else', () => {
    const sizes = fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 120 }), fc.boolean());
    fc.assert(
      fc.property(sizes, ([a, b, isForked]) => {
        const [old, size] = [Math.min(a, b), Math.max(a, b)];
        const head = treeOf(old, isForked ? 'b' : 'a');
        const refused = old === size ? 409 : 422;
        expect(statusOf(bodyOf(treeOf(size), old), head)).toBe(isForked && old > 0 ? refused : undefined);
      }),
    );
  });

  it.each([
    ['an unknown log', 404, bodyOf(treeOf(3), 0, noteSigner('else.example/log'))],
    ['another key', 403, bodyOf(treeOf(3), 0, noteSigner(signer.name))],
    ['no signature of the log', 403, bodyOf(treeOf(3), 0).replace(/— .*/, '— else.example AAAAAAAA')],
    [
      'a second, wrong signature of the log',
      403,
      bodyOf(treeOf(3), 0).replace(/(— .{80})....(.*\n)/, '$1AAAA$2$&'),
    ],
    ['an old size above that of the checkpoint', 400, bodyOf(treeOf(3), 3).replace('old 3', 'old 4')],
    ['something else than a checkpoint', 400, `old 0\n\n${signNote('hello\n', signer)}`],
    ['an unsigned checkpoint', 400, bodyOf(treeOf(3), 0).replace(/\n— .*\n/, '')],
    [
      'a proof where there is nothing to prove',
      422,
      bodyOf(treeOf(3), 0).replace('\n', `\n${'A'.repeat(43)}=\n`),
    ],
  ])('refuses %s', (_, status, body) => {
    expect(statusOf(body)).toBe(status);
  });

  it('names the size that it knows to a sender that does not', () => {
    const submission = openSubmission(bodyOf(treeOf(5), 0), signer);
    if ('status' in submission) throw new Error('the submission was not read');

    expect(consistencyRefusal(submission, { size: 4, root: treeOf(4).root() })).toEqual({
      status: 409,
      known: 4,
    });
    expect(statusOf(bodyOf(treeOf(3), 3), treeOf(4))).toBe(409);
  });

  it('cosigns the same checkpoint again, and no other one of its size', () => {
    expect(statusOf(bodyOf(treeOf(4), 4), treeOf(4))).toBeUndefined();
    expect(statusOf(bodyOf(treeOf(4), 4), treeOf(4, 'b'))).toBe(409);
  });

  it('cosigns an empty log only with the root of one', () => {
    const note = signNote(printCheckpoint({ origin: signer.name, size: 0, root: Buffer.alloc(32) }), signer);

    expect(statusOf(bodyOf(treeOf(0), 0))).toBeUndefined();
    expect(statusOf(printAddCheckpoint({ old: 0, proof: [], note }))).toBe(409);
  });

  it('overlooks signatures of others', () => {
    const body = bodyOf(treeOf(3), 0);
    const { line } = cosign('something else\n', noteSigner('witness.example'), new Date());

    expect(statusOf(body + line)).toBeUndefined();
  });
});
