import { runGit } from './run-git.ts';

/** What a branch would hold after a merge. */
export interface Merge {
  /** The id of the tree. Files in conflict hold both sides and git's markers. */
  readonly tree: string;
  /** The paths of the files that git cannot merge by itself. */
  readonly conflicts: readonly string[];
  /** The paths of all files that differ from those of the branch. */
  readonly changed: readonly string[];
}

/** The exit code of git-merge-tree(1) where files are in conflict. */
const conflicting = 1;

/**
 * Merges a change into a branch, as its host would, and writes nothing but objects. What the change was made from does not count, only what the
 * merge makes of it: somebody may choose merge bases so that a comparison with one of them hides what the merge undoes.
 * @throws {GitError}
 */
export async function mergeOf(repository: string, branch: string, change: string): Promise<Merge> {
  const place = { cwd: repository };
  const merge = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', branch, change];
  const [tree = '', ...conflicts] = named(await runGit(merge, { ...place, accept: [conflicting] }));
  const compare = ['diff-tree', '-r', '--name-only', '--no-renames', '-z', branch, tree];

  return { tree, conflicts, changed: named(await runGit(compare, place)) };
}

function named(output: string): string[] {
  return output.split('\0').filter((name) => name !== '');
}
