import { expect, it } from 'vitest';
import { mergeOf } from '../../../../src/adapters/git/merge.ts';
import { GitFolder } from '../../../support/git-folder.ts';

/** A repository whose branch `main` holds the owner's change of `a`, and whose branch `change` begins before it. */
async function branches(): Promise<GitFolder> {
  const folder = await GitFolder.start();
  await folder.write('a', 'old');
  await folder.commitAll('List');
  await folder.git('branch', 'change');
  await folder.write('a', 'new');
  await folder.commitAll('Owner changes it');
  return folder;
}

const changedBy = async ({ path }: GitFolder): Promise<readonly string[]> =>
  (await mergeOf(path, 'main', 'change')).changed;

it('leaves out what the branch changed since', async () => {
  const folder = await branches();
  await folder.git('switch', '--quiet', 'change');
  await folder.write('b', 'mine');
  await folder.commitAll('Add');

  expect(await changedBy(folder)).toEqual(['b']);
});

it('shows what a merge made by the author of the change undoes, whatever merge bases there are', async () => {
  const folder = await branches();
  const owners = await folder.head();
  await folder.git('switch', '--quiet', '-c', 'first', 'change');
  await folder.write('b', 'mine');
  await folder.commitAll('Add');
  await folder.git('switch', '--quiet', 'main');
  await folder.git('merge', '--quiet', '--no-edit', 'first');
  // Two merge bases: the owner's commit, and the author's own, in which the file of the owner is the old one.
  await folder.git('switch', '--quiet', '-C', 'change', 'first');
  await folder.git('merge', '--quiet', '--no-edit', '--strategy=ours', owners);

  expect(await folder.lines('merge-base', '--all', 'main', 'change')).toHaveLength(2);
  expect(await changedBy(folder)).toEqual(['a']);
});

it('takes a renamed file for one that goes and one that comes', async () => {
  const folder = await branches();
  await folder.git('switch', '--quiet', 'change');
  await folder.git('mv', 'README', 'services');
  await folder.commitAll('Rename');

  expect(await changedBy(folder)).toEqual(['README', 'services']);
});

it('names the files in conflict', async () => {
  const folder = await branches();
  await folder.git('switch', '--quiet', 'change');
  await folder.write('a', 'mine');
  await folder.commitAll('Change it, too');

  expect((await mergeOf(folder.path, 'main', 'change')).conflicts).toEqual(['a']);
});
