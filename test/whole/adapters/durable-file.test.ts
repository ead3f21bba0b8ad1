import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  syncFolder,
  temporaryName,
  writeAllDurably,
  writeDurably,
} from '../../../src/adapters/durable-file.ts';
import { runProcess } from '../../support/run-process.ts';
import { SmallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('writeDurably', () => {
  it.each(['', '{}\n', 'Grüße, 世界 🌦\r\n', 'x'.repeat(300_000)])(
    'keeps the text as it is (%#)',
    async (text) => {
      const folder = await temporaryFolder();

      await writeDurably(join(folder, 'file.json'), text);
      expect(await readFile(join(folder, 'file.json'), 'utf8')).toBe(text);
      expect(await readdir(folder)).toEqual(['file.json']);
    },
  );

  it('creates missing folders', async () => {
    const path = join(await temporaryFolder(), 'services', 'ab', 'file.json');

    await writeDurably(path, 'new\n');
    expect(await readFile(path, 'utf8')).toBe('new\n');
  });

  it('replaces a longer text, and a temporary file that a crash left behind', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file.json'), 'a longer text\n');
    await writeFile(join(folder, 'file.json.tmp'), 'the half of another text, longer than this');

    await writeDurably(join(folder, 'file.json'), 'new\n');
    expect(await readFile(join(folder, 'file.json'), 'utf8')).toBe('new\n');
    expect(await readdir(folder)).toEqual(['file.json']);
  });

  it('replaces a folder that a contributor put in the place of its temporary file', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'file.json.tmp', 'inner'), { recursive: true });

    await writeDurably(join(folder, 'file.json'), 'new\n');
    expect(await readdir(folder)).toEqual(['file.json']);
  });

  it('replaces a link rather than writing to its target', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'elsewhere'), 'elsewhere\n');
    await symlink(join(folder, 'elsewhere'), join(folder, 'file.json'));

    await writeDurably(join(folder, 'file.json'), 'new\n');
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('elsewhere\n');
    expect(await readFile(join(folder, 'file.json'), 'utf8')).toBe('new\n');
  });

  it('fails without a trace when the path is a folder', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'file.json'));

    await expect(writeDurably(join(folder, 'file.json'), 'new\n')).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['file.json']);
  });

  it('keeps the old text and leaves nothing else behind when the disk is full', async (context) => {
    const disk = await SmallDisk.mount('256k');
    if (!disk) {
      context.skip('no disk can be mounted here');
      return;
    }
    const path = join(disk.path, 'file.json');
    await writeDurably(path, 'old\n');

    await disk.fill(0);
    await expect(writeDurably(path, 'new\n')).rejects.toThrow('ENOSPC');
    expect(await readFile(path, 'utf8')).toBe('old\n');
    expect((await readdir(disk.path)).sort()).toEqual(['file.json', 'filling']);
  });
});

describe('writeAllDurably', () => {
  it.each([3, 1_200])('writes %i files in new folders and leaves nothing else behind', async (count) => {
    const folder = await temporaryFolder();
    const files = Array.from({ length: count }, (_, i) => ({
      path: join(folder, String(i % 3), `${String(i)}.json`),
      text: `${String(i)}, Grüße\n`,
    }));
    await mkdir(join(folder, '0'));
    await writeFile(join(folder, '0', '0.json'), 'old\n');
    await writeFile(join(folder, '0', '0.json.tmp'), 'left by a crash\n');
    const elsewhere = join(await temporaryFolder(), 'elsewhere');
    await writeFile(elsewhere, 'elsewhere\n');
    await mkdir(join(folder, '1'));
    await symlink(elsewhere, join(folder, '1', '1.json.tmp'));

    await writeAllDurably(folder, files);
    expect(await readFile(elsewhere, 'utf8')).toBe('elsewhere\n');
    for (const { path, text } of files) expect(await readFile(path, 'utf8')).toBe(text);
    expect((await readdir(folder, { recursive: true })).length).toBe(count + 3);
  });

  it('syncs each of many files where the whole file system cannot be flushed', async () => {
    const folder = await temporaryFolder();
    const files = Array.from({ length: 1_200 }, (_, i) => ({
      path: join(folder, `${String(i)}.json`),
      text: `${String(i)}\n`,
    }));
    vi.stubEnv('PATH', await temporaryFolder());

    await writeAllDurably(folder, files);
    expect(await readdir(folder)).toHaveLength(1_200);
  });

  it('fails when one of many files cannot be written', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, '700.json'));
    const files = Array.from({ length: 1_200 }, (_, i) => ({
      path: join(folder, `${String(i)}.json`),
      text: '',
    }));

    await expect(writeAllDurably(folder, files)).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).not.toContain('700.json.tmp');
  });
});

describe('syncFolder', () => {
  it('rejects when the folder is missing', async () => {
    const folder = await temporaryFolder();

    await expect(syncFolder(folder)).resolves.toBeUndefined();
    await expect(syncFolder(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});

describe('in place of its temporary file, writeDurably', () => {
  it.each<[string, (temporary: string, other: string) => Promise<unknown>]>([
    ['a link', (temporary, other) => symlink(other, temporary)],
    ['a FIFO', (temporary) => runProcess('mkfifo', [temporary])],
    ['a file that a crash left behind', (temporary) => writeFile(temporary, 'half')],
  ])('does not write to %s', async (_what, put) => {
    const folder = await temporaryFolder();
    const [path, other] = [join(folder, 'a.json'), join(folder, 'other')];
    await writeFile(other, 'other');
    await put(temporaryName(path), other);

    await writeDurably(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readFile(other, 'utf8')).toBe('other');
  });
});
