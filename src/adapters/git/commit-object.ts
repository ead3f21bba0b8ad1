import { createHash, randomBytes } from 'node:crypto';
import { syncFolder } from '../durable-file.ts';
import { errorCode } from '../../domain/error-code.ts';
import { dirname, join } from 'node:path';
import { runGit } from './run-git.ts';

export interface CommitContent {
  readonly tree: string;
  /** Undefined for the first commit of a branch. */
  readonly parent: string | undefined;
  /** Author and committer, as `Name <email>`. */
  readonly committer: string;
  /** Git stores whole seconds. */
  readonly at: Date;
  readonly message: string;
}

/** Makes an armoured SSH signature of a commit's text, in the namespace `git`. */
export type SignCommit = (text: string) => string;

export function commitText({ tree, parent, committer, at, message }: CommitContent): string {
  const who = `${committer} ${String(Math.floor(at.getTime() / 1000))} +0000`;

  return [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
    '',
    message,
  ].join('\n');
}

/**
 * The same with its signature, as the last header. Git looks for it under another name in repositories with SHA-256; see
 * gitformat-signature(5).
 */
export function withSignature(text: string, signature: string, objectFormat: string): string {
  const header = objectFormat === 'sha256' ? 'gpgsig-sha256' : 'gpgsig';
  const end = text.indexOf('\n\n');

  return `${text.slice(0, end)}\n${header} ${signature.trimEnd().replaceAll('\n', '\n ')}${text.slice(end)}`;
}

/** The id of a git object with this text. `objectFormat`: the hash function of the repository, sha1 or sha256. */
export function objectId(kind: 'blob' | 'commit', text: string, objectFormat: string): string {
  return createHash(objectFormat)
    .update(`${kind} ${String(Buffer.byteLength(text))}\0`)
    .update(text)
    .digest('hex');
}

/** The id of the git blob with this text. `objectFormat`: the hash function of the repository, sha1 or sha256. */
export function blobId(text: string, objectFormat: string): string {
  return objectId('blob', text, objectFormat);
}

/**
 * Makes what adds a trailer to the messages of one server. Two servers that are asked the same in one moment would make the very same commit
 * without it, and both take the head of the branch for their own.
 */
export function serverTrailer(): (message: string) => string {
  const id = randomBytes(4).toString('hex');

  return (message) => `${message.trimEnd()}\n\nTollbook-Server: ${id}`;
}

interface Writing {
  readonly cwd: string;
  /** Where the repository is, if not around `cwd`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The hash function for object ids: sha1 or sha256. */
  readonly objectFormat: string;
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

/*
 * With `core.fsync`, git syncs what it writes, but not the folders that name it: after a power cut, an object or a branch could be whole
 * and have no name.
 */

/** Makes the names of packs, and of one loose object, survive a power cut. `commonDir`: the folder of the repository. */
export async function syncObjectNames(commonDir: string, object: string): Promise<void> {
  const objects = join(commonDir, 'objects');

  for (const name of ['pack', object.slice(0, 2), '.']) {
    await syncIfThere(join(objects, name));
  }
}

/** Makes the place of a branch survive a power cut. `branch`: its full name. */
export async function syncBranchName(commonDir: string, branch: string): Promise<void> {
  for (let name = dirname(branch); name !== '.'; name = dirname(name)) {
    await syncIfThere(join(commonDir, name));
  }
  // Here lie packed refs.
  await syncIfThere(commonDir);
}

async function syncIfThere(path: string): Promise<void> {
  try {
    await syncFolder(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
