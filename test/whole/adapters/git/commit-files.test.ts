import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommitFiles } from '../../../../src/adapters/git/commit-files.ts';
import { GitFolder } from '../../../support/git-folder.ts';
import {
  bytesOf,
  catalogFilesSuite,
  serviceFilesOf,
  strangersFilesSuite,
} from '../../../support/suites/catalog-files.ts';

async function commitOf(around: GitFolder, texts: Readonly<Record<string, string>>): Promise<CommitFiles> {
  for (const [path, text] of Object.entries(texts)) await around.write(join('catalog', path), text);
  await around.commitAll('Files');

  return CommitFiles.of(around.path, 'HEAD', 'catalog');
}

describe('the catalog in a commit', () => {
  catalogFilesSuite(async (texts) => commitOf(await GitFolder.start(), texts));

  it('stays the same, whatever happens to the work tree and the branch', async () => {
    const around = await GitFolder.start();
    const files = await commitOf(around, { 'services/ab/a.json': 'old' });
    await commitOf(around, { 'services/ab/a.json': 'new', 'services/ab/b.json': 'b' });

    expect(await serviceFilesOf(files)).toEqual({ 'services/ab/a.json': 'old' });
  });

  strangersFilesSuite(async (entries) => {
    const around = await GitFolder.start();
    for (const [path, entry] of Object.entries(entries)) {
      const place = Buffer.concat([Buffer.from(`${around.path}/catalog/`), bytesOf(path)]);
      await mkdir(join(around.path, 'catalog', dirname(path)), { recursive: true });
      if (typeof entry === 'object' && 'link' in entry) await symlink(entry.link, place);
      else await writeFile(place, entry);
    }
    return commitOf(around, {});
  });

  it('reports a submodule, and links outside the services folder', async () => {
    const around = await GitFolder.start();
    const head = await around.head();
    await around.write('catalog/services/ab/a.json', 'a');
    await symlink('/etc', join(around.path, 'catalog/schema'));
    await around.git('add', '--all');
    for (const path of ['services/ab/module', 'services/cd', 'services/ab/module.json']) {
      await around.git('update-index', '--add', '--cacheinfo', `160000,${head},catalog/${path}`);
    }
    await around.git('commit', '--quiet', '--message=Modules');

    expect(await serviceFilesOf(await CommitFiles.of(around.path, 'HEAD', 'catalog'))).toEqual({
      'services/ab/a.json': 'a',
      'services/ab/module': 'file_not_regular',
      'services/ab/module.json': 'file_not_regular',
      'services/cd': 'file_not_regular',
      schema: 'file_not_regular',
    });
  });

  it('recognizes executable files', async () => {
    const around = await GitFolder.start();
    await around.write('catalog/services/ab/a.json', 'a');
    await chmod(join(around.path, 'catalog/services/ab/a.json'), 0o755);

    const files = await commitOf(around, {});
    expect(await files.read('services/ab/a.json')).toEqual({ text: 'a', isExecutable: true });
  });
});
