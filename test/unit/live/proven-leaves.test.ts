import { beforeEach, describe, expect, it } from 'vitest';
import { logFilePath } from '../../../src/catalog-files/log-files.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { provenLeaves } from '../../../src/live/proven-leaves.ts';
import { TransparencyLog } from '../../../src/live/transparency-log.ts';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { printEntry, readEntry, serviceDigest, termsDigest } from '../../../src/transparency/entry.ts';
import { isIncluded, leafHash } from '../../../src/transparency/merkle-tree.ts';
import { signNote } from '../../../src/transparency/signed-note.ts';
import { aService } from '../../fixtures/services.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

const signer = noteSigner();
const services = Array.from({ length: 150 }, (_, i) =>
  aService({ endpoint: `https://api${String(i)}.example.com` }),
);
const lineOf = (service: DeclaredService): string =>
  printEntry({
    at: '2026-01-31T12:00:00.000Z',
    service: serviceDigest(service.id),
    terms: termsDigest(service),
  });

let files: MemoryFiles;
let log: TransparencyLog;

/** Writes the entries of these services as the whole log. */
function write(...of: readonly DeclaredService[]): void {
  const lines = of.map(lineOf);
  for (let i = 0; i * 64 < lines.length; i += 1) {
    files.texts.set(
      logFilePath(i),
      lines
        .slice(i * 64, (i + 1) * 64)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }
}

function checkpointOf(size = log.tree.size): string {
  return signNote(printCheckpoint({ origin: signer.name, size, root: log.tree.root(size) }), signer);
}

beforeEach(async () => {
  files = MemoryFiles.of([]);
  write(...services);
  log = await TransparencyLog.open({ committed: () => files, folder: files });
});

describe('the leaves about a service', () => {
  it('are proven for each of 150 services, and tell of its terms', async () => {
    const [{ size }, checkpoint] = [log.tree, checkpointOf()];
    for (const [i, service] of services.entries()) {
      const [leaf, ...others] = (await provenLeaves(service.id, checkpoint, log)) ?? [];
      const hashes = (leaf?.hashes ?? []).map((hash) => Buffer.from(hash, 'base64'));

      expect(others).toEqual([]);
      expect(readEntry(leaf?.leaf ?? '')).toMatchObject({ terms: termsDigest(service) });
      expect(isIncluded(leafHash(leaf?.leaf ?? ''), i, { size, root: log.tree.root() }, hashes)).toBe(true);
    }
  });

  it('begin with the newest, also after others wrote it', async () => {
    const [first] = services;
    if (!first) throw new Error('there are services');
    const dearer = { ...first, pricing: { ...first.pricing, pricePerRequest: '9' } };
    write(...services, dearer);
    await log.readOn();

    expect(await provenLeaves(first.id, checkpointOf(), log, [0])).toMatchObject([
      { index: 150, leaf: lineOf(dearer) },
      { index: 0, leaf: lineOf(first) },
    ]);
  });

  it('are none of a service that the log does not know', async () => {
    expect(await provenLeaves('unknown', checkpointOf(), log)).toEqual([]);
  });

  it.each([
    ['does not cover the newest', () => checkpointOf(149)],
    ['covers more than is known', () => checkpointOf().replace('\n150\n', '\n151\n')],
    ['is none', () => 'a note'],
  ])('are unknown where the checkpoint %s', async (_, checkpoint) => {
    expect(await provenLeaves(services.at(-1)?.id ?? '', checkpoint(), log)).toBeUndefined();
  });

  it('are unknown where the files are not what was committed', async () => {
    files.texts.set(logFilePath(0), 'something else\n');

    expect(await provenLeaves(services[0]?.id ?? '', checkpointOf(), log)).toBeUndefined();
    expect(await provenLeaves(services[70]?.id ?? '', checkpointOf(), log)).toHaveLength(1);
  });
});
