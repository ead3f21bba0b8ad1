import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoted } from '../../domain/plain-text.ts';
import { runGit } from './run-git.ts';

/** Operations that git may be in the middle of, by the file in the git folder that gives each away (gitrepository-layout(5)). */
const operations = {
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase or git am',
  MERGE_HEAD: 'a merge',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  sequencer: 'a cherry-pick or a revert',
  BISECT_LOG: 'a bisection',
};

/** The content of the file HEAD in a repository that stores its refs as a reftable, which only git itself can read. */
const inReftable = 'refs/heads/.invalid';

/** The full name of the branch that HEAD is on; undefined while HEAD is detached. `gitDir` is that of the work tree. */
export async function headBranch(gitDir: string): Promise<string | undefined> {
  const [, ref] = /^ref:\s*(refs\/heads\/\S+)/.exec(await readFile(join(gitDir, 'HEAD'), 'utf8')) ?? [];
  if (ref !== inReftable) return ref;

  const output = await runGit(['symbolic-ref', '--quiet', 'HEAD'], { cwd: gitDir }).catch(() => '');
  return output === '' ? undefined : output.trim();
}

/**
 * The commit that a branch points to; undefined where that takes git to say, because the branch is not in a file of its own or does not
 * exist. `commonDir`: the folder of the repository, which all its work trees share.
 */
export async function looseTip(commonDir: string, branch: string): Promise<string | undefined> {
  const text = await readFile(join(commonDir, branch), 'utf8').catch(() => '');

  return /^([0-9a-f]{40}|[0-9a-f]{64})\n$/.exec(text)?.[1];
}

/**
 * Why a branch cannot take a commit now, as a sentence with its cure; undefined when it can. A rebase, for example, moves the
 * branch when it ends, and would lose a commit made in the meantime. Without `branch`, any branch that HEAD is on will do.
 */
export async function branchObstacle(
  gitDir: string,
  branch: string | undefined,
): Promise<string | undefined> {
  const [operation, head] = await Promise.all([operationIn(gitDir), headBranch(gitDir)]);
  if (operation !== undefined) {
    return `${operation} is in progress in the repository of the catalog; finish or abort it, "git status" says how`;
  }
  if (head === undefined) {
    const name = branch === undefined ? '<branch>' : shortName(branch);
    return `HEAD is detached in the repository of the catalog; return to the branch with "git switch ${name}"`;
  }
  if (branch === undefined || head === branch) return undefined;
  return `HEAD is on ${quoted(shortName(head))}, but the catalog is committed to ${quoted(shortName(branch))}; return to it with "git switch ${shortName(branch)}", or restart the server to commit where HEAD is`;
}

/** Checks all names in parallel; in sequence, each check would cost a turn of the event loop. */
async function operationIn(gitDir: string): Promise<string | undefined> {
  const found = await Promise.all(
    Object.entries(operations).map(async ([name, operation]) =>
      (await exists(join(gitDir, name))) ? operation : undefined,
    ),
  );

  return found.find((operation) => operation !== undefined);
}

function shortName(ref: string): string {
  return ref.replace('refs/heads/', '');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
