import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EntryFile } from '../../../src/mirror/entry-file.ts';
import { AMirror } from '../../support/mirror/a-mirror.ts';
import { SmallDisk } from '../../support/small-disk.ts';

const line = `${'x'.repeat(149)}\n`;
const outcomes = 'api/outcomes.ndjson';

describe('a mirror whose disk is full', () => {
  it('keeps the whole record of outcomes that it had, and takes the new one when there is room', async ({
    skip,
  }) => {
    const disk = await SmallDisk.mount('512k');
    if (!disk) return skip('only root may mount a disk');
    const to = join(disk.path, 'mirror');
    const { catalog, visit } = await AMirror.start({ to });
    catalog.files.set(outcomes, line.repeat(100));
    await visit();

    catalog.files.set(outcomes, line.repeat(200));
    await disk.fill(4);
    await expect(visit()).rejects.toThrow('ENOSPC');
    await disk.empty();
    await visit();
    expect(await readFile(join(to, 'outcomes.ndjson'), 'utf8')).toBe(line.repeat(200));
  });

  it('does not count entries of a log as kept that found no room', async ({ skip }) => {
    const disk = await SmallDisk.mount('512k');
    if (!disk) return skip('only root may mount a disk');
    await disk.fill(2);

    await expect(new EntryFile(disk.path, 0).append(groupsOf(100))).rejects.toThrow('ENOSPC');
  });
});

async function* groupsOf(count: number): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  yield Array.from({ length: count }, () => line.trimEnd());
}
