import { copyFile, lstat, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { CommitFailure, type CommitInfo } from '../../domain/commit.ts';
import type { FileChange } from '../../domain/catalog-file.ts';
import { quoted } from '../../domain/plain-text.ts';
import { syncFolder, temporaryName, writeDurably } from '../durable-file.ts';
import { strayOnTheWay } from '../regular-file.ts';
import { dropSpare, keepSpare, putSpareBack } from '../spare-file.ts';
import { blobId } from './blob-id.ts';
import type { SignCommit } from './commit-text.ts';
import { type CommitDraft, fastImport, importTree } from './fast-import.ts';
import { branchObstacle, headBranch } from './head.ts';
import { GitHistory } from './history.ts';
import { abandonedJournal, type JournalFile, releaseIndexLock, takeIndexLock } from './index-lock.ts';
import { GitError, noOutputIfUnborn, runGit } from './run-git.ts';
import { writeCommit } from './write-commit.ts';
import { messageOf } from '../../domain/error-code.ts';

export interface RepositoryOptions {
  /** The catalog folder. */
  readonly folder: string;
  /** The committer where git has no `user.name`. */
  readonly fallbackName: string;
  /** Signs every commit; undefined for commits without signatures. */
  readonly signCommit?: SignCommit | undefined;
}

/** A catalog that no commit has touched yet. */
const noCommit: CommitInfo = { commit: '0'.repeat(40), changedAt: '1970-01-01T00:00:00.000Z' };

/** The folder in which a new repository is created. */
const draftName = '.git.tollbook';

/** The branch of a new repository. */
const firstBranch = 'main';

/** Files open at the same time; the system limits the number of descriptors. */
const filesAtOnce = 128;

const commitsBetweenHousekeeping = 200;

/** Attempts at one commit. When the branch moves meanwhile, by a pull for example, the commit is retried on the new tip. */
const tries = 4;

/** The git repository around the catalog folder. Calls of `commit` must not overlap. */
export class LocalRepository {
  /** Top of the work tree. */
  readonly #top: string;
  readonly #gitDir: string;
  /** The catalog folder relative to the top, `''` or ending in `/`. */
  readonly #prefix: string;
  readonly #committer: string;
  readonly #signCommit: SignCommit | undefined;
  /** The hash function for object ids: sha1 or sha256. */
  readonly #objectFormat: string;
  /** Every commit goes to this branch: the first one that HEAD was on after the repository was opened. */
  #branch: string | undefined;
  #commits = 0;

  private constructor(
    [top = '', gitDir = '', objectFormat = '']: readonly string[],
    path: string,
    committer: string,
    signCommit: SignCommit | undefined,
  ) {
    const prefix = relative(top, path).split(sep).join('/');

    this.#top = top;
    this.#gitDir = gitDir;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#committer = committer;
    this.#signCommit = signCommit;
    this.#objectFormat = objectFormat;
  }

  /**
   * Opens the repository around a folder, or creates one if the folder is in no work tree. Then finishes or undoes a commit that a
   * crash interrupted.
   * @throws {GitError} when git is missing or refuses the folder.
   */
  static async open({ folder, fallbackName, signCommit }: RepositoryOptions): Promise<LocalRepository> {
    await mkdir(folder, { recursive: true });
    const path = await realpath(folder);
    await rm(join(path, draftName), { recursive: true, force: true });
    const identity = await committer(path, fallbackName);
    if (!(await isInWorkTree(path))) await startRepository(path, identity, signCommit);

    const facts = await runGit(
      ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--show-object-format'],
      { cwd: path },
    );
    const repository = new LocalRepository(lines(facts), path, identity, signCommit);
    await repository.#recover();
    repository.#branch = await headBranch(repository.gitDir);
    return repository;
  }

  /** The folder in which git keeps its own files. */
  get gitDir(): string {
    return this.#gitDir;
  }

  /** The commits that made the catalog what it is. */
  get history(): GitHistory {
    return new GitHistory(this.#top, this.#prefix);
  }

  /** The last commit that touched the catalog. */
  async version(): Promise<CommitInfo> {
    if ((await this.#tipOf('HEAD')) === undefined) return noCommit;

    const [commit, seconds] = lines(
      await this.#git(['log', '-1', '--format=%H%n%ct', '--', this.#pathspec()]),
    );
    return commit === undefined
      ? noCommit
      : { commit, changedAt: new Date(Number(seconds) * 1000).toISOString() };
  }

  /** How many service files differ from those of an earlier commit; undefined when the repository lacks that commit. */
  async changesSince(commit: string): Promise<number | undefined> {
    try {
      const services = `${this.#prefix}services`;
      const tracked = await this.#git(['diff', '--name-only', commit, '--', services]);
      const untracked = await this.#git(['ls-files', '--others', '--', services]);
      return lines(tracked + untracked).length;
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  }

  /** Resolves at once: a local repository needs no pause between commits. */
  async ready(): Promise<void> {
    await Promise.resolve();
  }

  /** Only reads files in the git folder, so it may be called at any time, even during a commit. */
  async commitObstacle(): Promise<string | undefined> {
    return branchObstacle(this.#gitDir, this.#branch).catch(
      () => 'HEAD of the repository of the catalog cannot be read; run "git status" in it',
    );
  }

  /**
   * Writes and removes files of the catalog and commits exactly those: whatever the user has staged or changed elsewhere
   * stays as it is. When it resolves, the commit is on the catalog's branch and on disk, and the work tree is clean at these paths.
   * @throws {CommitFailure} when any step fails; every change is then undone.
   */
  async commit(files: readonly FileChange[], message: string, at: Date): Promise<CommitInfo> {
    const placed = files.map(({ path, text }) => ({ path: this.#prefix + path, text }));

    try {
      await this.#recover();
      const journal = await this.#journalOf(placed);
      await takeIndexLock(this.#indexLock, journal);
      return await this.#commitLocked(placed, journal, message, at).finally(() =>
        releaseIndexLock(this.#indexLock),
      );
    } catch (error) {
      if (error instanceof CommitFailure) throw error;
      throw new CommitFailure(messageOf(error), { cause: error });
    }
  }

  async #journalOf(files: readonly FileChange[]): Promise<JournalFile[]> {
    return mapFewAtOnce(files, async ({ path, text }) => ({
      path,
      blob: text === null ? null : blobId(text, this.#objectFormat),
      existed: await exists(join(this.#top, path)),
    }));
  }

  async #commitLocked(
    files: readonly FileChange[],
    journal: readonly JournalFile[],
    message: string,
    at: Date,
  ): Promise<CommitInfo> {
    const branch = await this.#openBranch();
    this.#refuseStrays(files);
    const paths = files.map(({ path }) => join(this.#top, path));
    const spared: string[] = [];

    try {
      await mapFewAtOnce(paths, async (path) => {
        if (await keepSpare(path)) spared.push(path);
      });
      return await this.#writeAndCommit(branch, files, message, at).catch(async (error: unknown) => {
        await rm(this.#indexCopy, { force: true });
        await this.#undoAll(journal);
        throw error;
      });
    } finally {
      await mapFewAtOnce(spared, dropSpare).catch(() => undefined);
    }
  }

  /** The branch to commit to. @throws {CommitFailure} while it cannot take a commit. */
  async #openBranch(): Promise<string> {
    const obstacle = await this.commitObstacle();
    this.#branch ??= obstacle === undefined ? await headBranch(this.#gitDir) : undefined;
    if (obstacle === undefined && this.#branch !== undefined) return this.#branch;

    throw new CommitFailure(obstacle ?? 'HEAD is detached', { isRefusal: true });
  }

  /** Refuses paths that lead through a link, which would redirect the write. @throws {CommitFailure} */
  #refuseStrays(files: readonly FileChange[]): void {
    for (const { path } of files) {
      const stray = strayOnTheWay(this.#top, path);
      if (stray !== undefined) {
        throw new CommitFailure(`${quoted(stray)} is no folder; put a folder in its place`);
      }
    }
  }

  async #writeAndCommit(
    branch: string,
    files: readonly FileChange[],
    message: string,
    at: Date,
  ): Promise<CommitInfo> {
    await this.#writeFiles(files);
    await this.#stage(files);
    const commit = await this.#commitOnTip(branch, files, message, at);
    await this.#placeIndex();
    this.#keepHouse();
    return { commit, changedAt: new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString() };
  }

  async #writeFiles(files: readonly FileChange[]): Promise<void> {
    await mapFewAtOnce(files, ({ path, text }) =>
      text === null ? rm(join(this.#top, path), { force: true }) : writeDurably(join(this.#top, path), text),
    );

    const folders = new Set(files.map(({ path }) => dirname(join(this.#top, path))));
    await Promise.all([...folders].map(syncFolder));
  }

  /** Stages the files in a copy of the index, which replaces the index once the commit is made. */
  async #stage(files: readonly FileChange[]): Promise<void> {
    await rm(this.#indexCopy, { force: true });
    if (await exists(this.#index)) await copyFile(this.#index, this.#indexCopy);

    await this.#git(['update-index', '--add', '--remove', '-z', '--stdin'], {
      input: nulTerminated(files),
      env: { GIT_INDEX_FILE: this.#indexCopy },
    });
  }

  async #commitOnTip(
    branch: string,
    files: readonly FileChange[],
    message: string,
    at: Date,
  ): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const { commit: parent, tree } = await this.#branchTip(branch);
      const draft = { message, committer: this.#committer, at, branch, parent, files };
      try {
        const commit = await this.#make(draft, tree);
        await this.#confirm(branch, commit, parent);
        return commit;
      } catch (error) {
        const isMoved = error instanceof GitError && (await this.#tipOf(branch)) !== parent;
        if (attempt === tries || !isMoved) throw error;
      }
    }
  }

  /**
   * Makes a commit and moves the branch to it. fast-import cannot sign before git 2.50, so it makes only the tree of a signed commit.
   * `base`: the tree of the parent.
   */
  async #make(draft: CommitDraft, base: string | undefined): Promise<string> {
    const [cwd, sign, objectFormat] = [this.#top, this.#signCommit, this.#objectFormat];
    if (!sign) return fastImport(cwd, this.#gitDir, draft);

    const tree = await importTree(cwd, this.#gitDir, base, draft.files);
    return writeCommit(draft.branch, { ...draft, tree }, { cwd, sign, objectFormat });
  }

  /**
   * A rebase or switch that began during the commit may not have seen it, and may move the branch away from it. So this takes the commit
   * back, unless somebody has committed on top of it already.
   * @throws {CommitFailure} when the commit is not on the branch.
   */
  async #confirm(branch: string, commit: string, parent: string | undefined): Promise<void> {
    const obstacle = await this.commitObstacle();
    if (obstacle !== undefined && (await this.#takeBack(branch, commit, parent))) {
      throw new CommitFailure(obstacle, { isRefusal: true });
    }
    if (await this.#isOn(branch, commit)) return;

    throw new CommitFailure(`${branch} was moved away from the commit while it was made`);
  }

  /** Moves the branch back to where it was before the commit; false when that fails. */
  async #takeBack(branch: string, commit: string, parent: string | undefined): Promise<boolean> {
    const change = parent === undefined ? ['-d', branch, commit] : [branch, parent, commit];

    return this.#git(['update-ref', ...change]).then(
      () => true,
      () => false,
    );
  }

  async #isOn(branch: string, commit: string): Promise<boolean> {
    return this.#git(['merge-base', '--is-ancestor', commit, branch]).then(
      () => true,
      () => false,
    );
  }

  /** Never fails, because the commit is made: at worst `git status` shows the files as changed. */
  async #placeIndex(): Promise<void> {
    await rename(this.#indexCopy, this.#index).catch(() => rm(this.#indexCopy, { force: true }));
  }

  /** Lets git pack its objects, as its porcelain commands do. A failure is harmless: the next run catches up. */
  #keepHouse(): void {
    this.#commits += 1;
    if (this.#commits % commitsBetweenHousekeeping === 0) {
      void this.#git(['maintenance', 'run', '--auto', '--quiet']).catch(() => undefined);
    }
  }

  /** Restores the old texts and removes new files. A file that cannot be restored does not stop the others. */
  async #undoAll(files: readonly JournalFile[]): Promise<void> {
    const restored = await Promise.allSettled(files.map((file) => this.#undo(file)));
    const failure = restored.find((result) => result.status === 'rejected');
    if (failure) throw new CommitFailure(`a file could not be put back: ${String(failure.reason)}`);
  }

  /** Finishes or undoes an interrupted commit, according to its journal in the index lock. */
  async #recover(): Promise<void> {
    const abandoned = await abandonedJournal(this.#indexLock);
    if (!abandoned) return;

    const { journal, since } = abandoned;
    await this.#removeLocksSince(since);
    await rm(this.#indexCopy, { force: true });
    const isMade = await this.#isMade(journal.files);
    for (const file of journal.files) await (isMade ? this.#clearUp(file) : this.#undo(file));

    await releaseIndexLock(this.#indexLock);
    if (isMade) await this.#matchHead(journal.files);
  }

  async #clearUp({ path, blob }: JournalFile): Promise<void> {
    await rm(temporaryName(join(this.#top, path)), { force: true });
    await dropSpare(join(this.#top, path));
    if (blob === null) await rm(join(this.#top, path), { force: true });
  }

  /** A file that existed but has no spare copy was not changed yet, or is restored already. */
  async #undo({ path, existed }: JournalFile): Promise<void> {
    await rm(temporaryName(join(this.#top, path)), { force: true });
    if (existed) await putSpareBack(join(this.#top, path));
    else await rm(join(this.#top, path), { force: true });
  }

  /** Makes index and work tree match HEAD at these paths. */
  async #matchHead(files: readonly JournalFile[]): Promise<void> {
    const [kept, removed] = [
      files.filter(({ blob }) => blob !== null),
      files.filter(({ blob }) => blob === null),
    ];
    if (removed.length > 0) {
      await this.#git(['update-index', '--force-remove', '-z', '--stdin'], { input: nulTerminated(removed) });
    }
    if (kept.length === 0) return;

    await this.#git(
      [
        '--literal-pathspecs',
        'restore',
        '--source=HEAD',
        '--staged',
        '--worktree',
        '--pathspec-from-file=-',
        '--pathspec-file-nul',
      ],
      { input: nulTerminated(kept) },
    );
  }

  /** Removes the locks of git commands that died with our process. An older lock belongs to somebody else. */
  async #removeLocksSince(since: Date): Promise<void> {
    const [branch] = lines(await this.#git(['rev-parse', '--symbolic-full-name', 'HEAD']).catch(() => ''));
    const names = ['HEAD.lock', ...(branch === undefined ? [] : [`${branch}.lock`])];
    const paths = await Promise.all(names.map((name) => this.#git(['rev-parse', '--git-path', name])));
    const locks = [`${this.#indexCopy}.lock`, ...paths.map((path) => resolve(this.#top, path.trim()))];

    for (const lock of locks) {
      const found = await stat(lock).catch(() => undefined);
      if (found && found.mtime >= since) await rm(lock, { force: true });
    }
  }

  /** Whether HEAD contains every change in the journal. */
  async #isMade(files: readonly JournalFile[]): Promise<boolean> {
    if ((await this.#tipOf('HEAD')) === undefined) return false;

    const input = files.map(({ path }) => `HEAD:${path}\n`).join('');
    const answers = lines(await this.#git(['cat-file', '--batch-check=%(objectname)'], { input }));
    return files.every(({ path, blob }, i) => answers[i] === (blob ?? `HEAD:${path} missing`));
  }

  /** The commit that a ref points to; undefined while the ref does not exist. */
  async #tipOf(ref: string): Promise<string | undefined> {
    const [commit] = lines(
      await this.#git(['rev-parse', '--verify', '--quiet', ref]).catch(noOutputIfUnborn),
    );

    return commit;
  }

  /** The commit that a branch points to, and its tree; neither while the branch does not exist. */
  async #branchTip(branch: string): Promise<Partial<Record<'commit' | 'tree', string | undefined>>> {
    const [tip] = lines(await this.#git(['for-each-ref', '--format=%(objectname) %(tree)', branch]));
    const [commit, tree] = tip?.split(' ') ?? [];

    return { commit, tree };
  }

  #pathspec(): string {
    return this.#prefix === '' ? '.' : this.#prefix;
  }

  get #index(): string {
    return join(this.#gitDir, 'index');
  }

  get #indexLock(): string {
    return join(this.#gitDir, 'index.lock');
  }

  get #indexCopy(): string {
    return join(this.#gitDir, 'index.tollbook');
  }

  #git(
    args: readonly string[],
    options: { input?: string; env?: Record<string, string> } = {},
  ): Promise<string> {
    return runGit(args, { cwd: this.#top, ...options });
  }
}

async function isInWorkTree(path: string): Promise<boolean> {
  try {
    return (await runGit(['rev-parse', '--is-inside-work-tree'], { cwd: path })).trim() === 'true';
  } catch (error) {
    if (error instanceof GitError && error.message.includes('not a git repository')) return false;
    throw error;
  }
}

/**
 * Creates a repository whose first commit contains the files of the folder. It is renamed into place after that commit, so a crash leaves
 * either no repository or a whole one.
 */
async function startRepository(path: string, identity: string, sign: SignCommit | undefined): Promise<void> {
  const draft = join(path, draftName);
  const within = {
    cwd: path,
    env: { GIT_DIR: join(draft, '.git'), GIT_WORK_TREE: path },
  };

  await runGit(['init', '--quiet', `--initial-branch=${firstBranch}`, draft], { cwd: path });
  await runGit(['add', '--all', '--', '.', `:(exclude)${draftName}`], within);
  const tree = (await runGit(['write-tree'], within)).trim();
  const objectFormat = (await runGit(['rev-parse', '--show-object-format'], within)).trim();
  const message = 'Start the catalog\n';
  await writeCommit(
    `refs/heads/${firstBranch}`,
    { tree, parent: undefined, committer: identity, at: new Date(), message },
    { ...within, objectFormat, sign },
  );
  await rename(join(draft, '.git'), join(path, '.git')).catch((error: unknown) => {
    throw new GitError(`${join(path, '.git')} is in the way, and is no repository; remove it`, {
      cause: error,
    });
  });
  await syncFolder(path);
  await rm(draft, { recursive: true });
}

/** The identity that git is configured to commit with; the fallback name where there is none. */
async function committer(path: string, fallbackName: string): Promise<string> {
  const configured = await runGit(['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'], {
    cwd: path,
  }).catch(() => '');
  const [, identity] = /^(.* <.*>) \d+ [+-]\d{4}\s*$/.exec(configured) ?? [];

  return identity ?? `${fallbackName} <${fallbackName}@localhost>`;
}

/** Waits for all started work even when one item fails, so that nothing is still running when the caller cleans up. */
async function mapFewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += filesAtOnce) {
    const some = items.slice(start, start + filesAtOnce).map(work);
    await Promise.allSettled(some);
    results.push(...(await Promise.all(some)));
  }
  return results;
}

function nulTerminated(files: readonly { readonly path: string }[]): string {
  return files.map(({ path }) => `${path}\0`).join('');
}

function lines(output: string): string[] {
  return output.split('\n').filter((line) => line !== '');
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
