import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommitFiles } from '../../../src/adapters/git/commit-files.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { catalogFilesSuite, serviceFilesOf } from '../suites/catalog-files.ts';

async function commitOf(around: GitFolder, texts: Readonly<Record<string, string>>): Promise<CommitFiles> {
  for (const [path, text] of Object.entries(texts)) await around.write(join('catalog', path), text);
  await around.commitAll('Files');

  return CommitFiles.of(around.path, 'HEAD', 'catalog');
}

describe('the catalog in a commit', () => {
  catalogFilesSuite(async (texts) => commitOf(await GitFolder.start(), texts));

  it('stays what it was, whatever happens to the work tree and the branch', async () => {
    const around = await GitFolder.start();
    const files = await commitOf(around, { 'services/ab/a.json': 'old' });
    await commitOf(around, { 'services/ab/a.json': 'new', 'services/ab/b.json': 'b' });

    expect(await serviceFilesOf(files)).toEqual({ 'services/ab/a.json': 'old' });
  });

  it('follows no link', async () => {
    const around = await GitFolder.start();
    await around.write('catalog/services/ab/a.json', 'a');
    await symlink('/etc/passwd', join(around.path, 'catalog/services/ab/link.json'));
    const files = await commitOf(around, {});

    expect(await files.read('services/ab/link.json')).toBe('');
    expect(await serviceFilesOf(files)).toEqual({ 'services/ab/a.json': 'a', 'services/ab/link.json': '' });
  });

  it('does not read what is too large to be a service', async () => {
    const files = await commitOf(await GitFolder.start(), { 'services/ab/a.json': 'x'.repeat(300_000) });

    expect(await files.read('services/ab/a.json')).toBe('');
  });

  it('with some files of another commit holds these, and lacks those that are gone there', async () => {
    const around = await GitFolder.start();
    const base = await commitOf(around, { 'services/ab/a.json': 'a', 'services/ab/b.json': 'b' });
    await around.remove('catalog/services/ab/b.json');
    const head = await commitOf(around, { 'services/ab/a.json': 'new', 'services/ab/c.json': 'c' });

    const both = base.with(['services/ab/b.json', 'services/ab/c.json'], head);
    expect(await serviceFilesOf(both)).toEqual({ 'services/ab/a.json': 'a', 'services/ab/c.json': 'c' });
  });
});
