import { type CommitContent, commitText, type SignCommit, withSignature } from './commit-text.ts';
import { runGit } from './run-git.ts';

interface Writing {
  readonly cwd: string;
  /** Where the repository is, if not around `cwd`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The hash function for object ids: sha1 or sha256. */
  readonly objectFormat: string;
  /** Undefined for a commit without a signature. */
  readonly sign: SignCommit | undefined;
}

/** How long to wait for another git command that holds the branch, such as `git gc`, in milliseconds. */
const patience = 'core.filesRefLockTimeout=1500';

/**
 * Writes a commit that no branch has yet and returns its id. Signs without git's help, because git would start ssh-keygen for each commit.
 * @throws {GitError}
 */
export async function writeCommit(
  content: CommitContent,
  { sign, objectFormat, ...place }: Writing,
): Promise<string> {
  const text = commitText(content);
  const input = sign ? withSignature(text, sign(text), objectFormat) : text;

  return (await runGit(['hash-object', '-t', 'commit', '-w', '--stdin'], { ...place, input })).trim();
}

/**
 * Moves a branch, given by its full name, from one commit to another. `HEAD` may have moved to another branch by the time git reads it.
 * `parent`: undefined when there must be no such branch yet.
 * @throws {GitError} when the branch no longer points to `parent`, among other reasons.
 */
export async function moveBranch(
  branch: string,
  { commit, parent }: { readonly commit: string; readonly parent: string | undefined },
  place: Pick<Writing, 'cwd' | 'env'>,
): Promise<void> {
  await runGit(['update-ref', '-m', 'commit', branch, commit, parent ?? ''], {
    ...place,
    config: [patience],
  });
}
