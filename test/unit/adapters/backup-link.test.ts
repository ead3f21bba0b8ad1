import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDurably } from '../../../src/adapters/durable-file.ts';
import { removeBackup, linkBackup, restoreBackup } from '../../../src/adapters/backup-link.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('the backup of a file', () => {
  it('restores the old text, and is removed by that', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');
    await writeFile(path, 'old');

    await linkBackup(path);
    await writeDurably(path, 'new');
    await restoreBackup(path);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('does not exist for a missing file, and then restores nothing', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');

    expect(await linkBackup(path)).toBe(false);
    await writeDurably(path, 'new');
    await restoreBackup(path);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('replaces an older backup that a crash left behind', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');
    await writeFile(path, 'oldest');
    await linkBackup(path);
    await writeDurably(path, 'old');

    await linkBackup(path);
    await writeDurably(path, 'new');
    await restoreBackup(path);
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  it('replaces a folder that a contributor put in its place', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');
    await writeFile(path, 'old');
    await mkdir(`${path}.spare/inner`, { recursive: true });

    await linkBackup(path);
    await writeDurably(path, 'new');
    await restoreBackup(path);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('can be dropped, even when there is none', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');
    await writeFile(path, 'old');

    await linkBackup(path);
    await removeBackup(path);
    await removeBackup(path);
    expect(await readdir(folder)).toEqual(['a.json']);
  });
});
