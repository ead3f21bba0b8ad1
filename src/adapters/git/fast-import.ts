import { readdir, rm } from 'node:fs/promises';
import type { FileChange } from '../../domain/catalog-file.ts';
import { runGit } from './run-git.ts';

export interface CommitDraft {
  readonly message: string;
  readonly committer: string;
  readonly at: Date;
  /** The full name of the branch. Not `HEAD`, which may have moved to another branch by the time git reads it. */
  readonly branch: string;
  /** The commit to build on; undefined in a repository without commits. */
  readonly parent: string | undefined;
  /** Paths relative to the top of the work tree. */
  readonly files: readonly FileChange[];
}

/**
 * Makes a commit, moves a branch to it and returns its id. Touches neither index nor work tree.
 * The new tree is the parent's with these changes, so nothing that the user has staged or edited gets into it.
 * See git-fast-import(1).
 * @throws {GitError} when the branch no longer points to `parent`, among other reasons.
 */
export async function fastImport(repository: string, gitDir: string, draft: CommitDraft): Promise<string> {
  try {
    const output = await runGit(['fast-import', '--quiet', '--done'], {
      cwd: repository,
      input: stream(draft),
    });
    return output.trim();
  } catch (error) {
    await removeCrashReports(gitDir);
    throw error;
  }
}

function stream({ message, committer, at, branch, parent, files }: CommitDraft): string {
  const seconds = Math.floor(at.getTime() / 1000);

  return [
    `commit ${branch}`,
    'mark :1',
    `committer ${committer} ${String(seconds)} +0000`,
    data(message),
    ...(parent === undefined ? [] : [`from ${parent}`]),
    ...files.flatMap(commandsFor),
    '',
    'get-mark :1',
    'done',
    '',
  ].join('\n');
}

function commandsFor({ path, text }: FileChange): string[] {
  return text === null ? [`D ${quotePath(path)}`] : [`M 100644 inline ${quotePath(path)}`, data(text)];
}

function data(text: string): string {
  return `data ${String(Buffer.byteLength(text))}\n${text}`;
}

/** Quotes a path in C style, so that no name can be taken for a command. */
function quotePath(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** fast-import leaves a report in the git folder whenever it fails. The error itself reaches our log anyway. */
async function removeCrashReports(gitDir: string): Promise<void> {
  const names = await readdir(gitDir);

  await Promise.all(
    names
      .filter((name) => name.startsWith('fast_import_crash_'))
      .map((name) => rm(`${gitDir}/${name}`, { force: true })),
  );
}
