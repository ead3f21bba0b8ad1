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

/**
 * Writes a commit, moves a branch to it and returns its id. Signs without git's help, because git would start ssh-keygen for each commit.
 * @throws {GitError} when the branch no longer points to the parent, among other reasons.
 */
export async function writeCommit(
  branch: string,
  content: CommitContent,
  { sign, objectFormat, ...place }: Writing,
): Promise<string> {
  const text = commitText(content);
  const input = sign ? withSignature(text, sign(text), objectFormat) : text;

  const commit = (await runGit(['hash-object', '-t', 'commit', '-w', '--stdin'], { ...place, input })).trim();
  // An empty old value: there must be no such branch yet.
  await runGit(['update-ref', '-m', 'commit', branch, commit, content.parent ?? ''], place);
  return commit;
}
