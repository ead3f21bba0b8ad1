import { readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CatalogMoved, CommitFailure, type CommitInfo, noCommit } from '../../domain/commit.ts';
import { allDone } from '../../domain/all-done.ts';
import type { FileChange } from '../../domain/catalog-file.ts';
import { makeFolder, syncAllIn, syncFolder } from '../durable-file.ts';
import {
  moveBranch,
  type SignCommit,
  syncBranchName,
  syncObjectNames,
  writeCommit,
} from './commit-object.ts';
import { type CommitDraft, importCommit, importTree } from './fast-import.ts';
import { branchObstacle, headBranch, looseTip } from './head.ts';
import { GitHistory } from './history.ts';
import { IndexCopy } from './index-copy.ts';
import { IndexLock, type Journal, type JournalFile } from './index-lock.ts';
import { GitError, noOutputIfUnborn, runGit, wasKilled } from './run-git.ts';
import { WorkFiles } from './work-files.ts';
import { messageOf } from '../../domain/error-code.ts';

export interface RepositoryOptions {
  readonly folder: string;
  /** The committer where git has no `user.name`. */
  readonly fallbackName: string;
  readonly signCommit?: SignCommit | undefined;
}

/** The folder in which a new repository is created. */
const draftName = '.git.tollbook';

export const firstBranch = 'main';

/**
 * Each commit leaves a pack; they are merged at this number. Together with the few large ones that a merge leaves, they stay below 50,
 * where `git gc --auto`, which other commands start, begins to repack everything.
 */
const maxPacks = 32;

/** Attempts at one commit. When the branch moves meanwhile, by a pull for example, the commit is retried on the new tip. */
const tries = 4;

type CommitContent = Omit<CommitDraft, 'parent'>;

/** A commit that its branch may not have yet. */
export interface MadeCommit {
  readonly commit: string;
  readonly parent: string | undefined;
}

interface Opened extends Pick<RepositoryOptions, 'signCommit'> {
  /** The catalog folder, without links. */
  readonly path: string;
  readonly committer: string;
  readonly packs: number;
}

/** The git repository around the catalog folder. Calls of `commit` must not overlap. */
export class LocalRepository {
  /** Top of the work tree. */
  readonly #top: string;
  readonly #gitDir: string;
  /** The same folder, or that of the repository whose work tree this is one of. */
  readonly #commonDir: string;
  /** The catalog folder relative to the top, `''` or ending in `/`. */
  readonly #prefix: string;
  readonly #committer: string;
  readonly #signCommit: SignCommit | undefined;
  /** The hash function for object ids: sha1 or sha256. */
  readonly #objectFormat: string;
  /** Every commit goes to this branch: the first one that HEAD was on after the repository was opened. */
  #branch: string | undefined;
  readonly #files: WorkFiles;
  readonly #index: IndexCopy;
  readonly #lock: IndexLock;
  /** Packs that wait to be merged. */
  #packs: number;

  private constructor(
    [top = '', gitDir = '', commonDir = '', objectFormat = '']: readonly string[],
    { path, committer, signCommit, packs }: Opened,
  ) {
    const prefix = relative(top, path).split(sep).join('/');

    this.#top = top;
    this.#gitDir = gitDir;
    this.#commonDir = resolve(path, commonDir);
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#committer = committer;
    this.#signCommit = signCommit;
    this.#objectFormat = objectFormat;
    this.#packs = packs;
    this.#files = new WorkFiles(top);
    this.#index = new IndexCopy(top, gitDir);
    this.#lock = new IndexLock(gitDir);
  }

  /**
   * Opens the repository around a folder, or creates one if the folder is in no work tree. Then finishes or undoes a commit that a
   * crash interrupted.
   * @throws {GitError} when git is missing or refuses the folder.
   */
  static async open({ folder, fallbackName, signCommit }: RepositoryOptions): Promise<LocalRepository> {
    await makeFolder(folder);
    const path = await realpath(folder);
    await rm(join(path, draftName), { recursive: true, force: true });
    const identity = await committer(path, fallbackName);
    if (!(await isInWorkTree(path))) await startRepository(path, identity, signCommit);

    const facts = await runGit(
      ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-object-format'],
      { cwd: path },
    );
    const [, , commonDir = ''] = lines(facts);
    const packs = await packsIn(resolve(path, commonDir));
    const repository = new LocalRepository(lines(facts), { path, committer: identity, signCommit, packs });
    await repository.#recover();
    repository.#branch = await headBranch(repository.gitDir);
    return repository;
  }

  /** The folder with git's own files. */
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
   * `confirm`: called once no other process commits any more; the commit is not made where it throws.
   * @throws {CommitFailure} when any step fails; every change is then undone.
   * @throws {CatalogMoved} when `confirm` does
   */
  async commit(
    files: readonly FileChange[],
    message: string,
    at: Date,
    confirm?: () => Promise<void>,
  ): Promise<CommitInfo> {
    const placed = this.#placed(files);
    const content = { message, committer: this.#committer, at, files: placed };

    return this.#change(placed, async (branch) => {
      await confirm?.();
      const [made] = await allDone([this.#makeOnTip(branch, content), this.#writeAndStage(placed)]);
      return committedAt(await this.#moveBranch(branch, content, made), at);
    });
  }

  /**
   * Makes a commit on top of the branch without putting it there: only its objects are written.
   * @throws {CommitFailure}
   */
  async draft(files: readonly FileChange[], message: string, at: Date): Promise<MadeCommit> {
    const content = { message, committer: this.#committer, at, files: this.#placed(files) };

    return orFailure(async () => this.#makeOnTip(await this.#openBranch(), content));
  }

  /**
   * Puts a draft on the branch, with its files.
   * @throws {CommitFailure} when any step fails; branch and files are then as before.
   */
  async adopt(draft: MadeCommit, files: readonly FileChange[], at: Date): Promise<CommitInfo> {
    const placed = this.#placed(files);

    return this.#change(placed, async (branch) => {
      await this.#writeAndStage(placed);
      await this.#point(branch, draft);
      return committedAt(draft.commit, at);
    });
  }

  /** Runs `work`, which writes and stages these files and moves the branch, so that all of it happens or nothing. */
  async #change(
    files: readonly FileChange[],
    work: (branch: string) => Promise<CommitInfo>,
  ): Promise<CommitInfo> {
    return orFailure(async () => {
      await this.#recover();
      const journal = await this.#lock.take(() => this.#files.journalOf(files, this.#objectFormat));
      try {
        return await this.#changeLocked(files, journal, work).finally(() => this.#lock.clear());
      } finally {
        this.#lock.letGo();
      }
    });
  }

  async #changeLocked(
    files: readonly FileChange[],
    journal: readonly JournalFile[],
    work: (branch: string) => Promise<CommitInfo>,
  ): Promise<CommitInfo> {
    const began = new Date();
    const branch = await this.#openBranch();
    this.#files.refuseStrays(files);

    try {
      await this.#files.linkBackups(journal);
      const made = await work(branch).catch(async (error: unknown) => {
        if (wasKilled(error)) await this.#removeLocksSince(began);
        await this.#index.drop();
        await this.#files.undoAll(journal);
        throw error;
      });
      await this.#index.place();
      this.#mergePacks();
      return made;
    } finally {
      await this.#files.dropSpares(journal).catch(() => undefined);
    }
  }

  /** The branch to commit to. @throws {CommitFailure} while it cannot take a commit. */
  async #openBranch(): Promise<string> {
    const obstacle = await this.commitObstacle();
    this.#branch ??= obstacle === undefined ? await headBranch(this.#gitDir) : undefined;
    if (obstacle === undefined && this.#branch !== undefined) return this.#branch;

    throw new CommitFailure(obstacle ?? 'HEAD is detached', { isRefusal: true });
  }

  async #writeAndStage(files: readonly FileChange[]): Promise<void> {
    await this.#files.write(files);
    await this.#index.stage(files);
  }

  /** Moves the branch to a commit. When the branch has moved meanwhile, makes the commit again on the new tip. */
  async #moveBranch(branch: string, content: CommitContent, made: MadeCommit): Promise<string> {
    for (let [attempt, next] = [1, made]; ; attempt += 1) {
      try {
        await this.#point(branch, next);
        await this.#confirm(branch, next.commit, next.parent);
        return next.commit;
      } catch (error) {
        const isMoved = error instanceof GitError && (await this.#branchTip(branch)) !== next.parent;
        if (attempt === tries || !isMoved) throw error;
      }
      next = await this.#makeOnTip(branch, content);
    }
  }

  /** Moves the branch to a commit. When it resolves, that survives a power cut. */
  async #point(branch: string, made: MadeCommit): Promise<void> {
    await moveBranch(branch, made, { cwd: this.#top });
    await syncBranchName(this.#commonDir, branch);
  }

  async #makeOnTip(branch: string, content: CommitContent): Promise<MadeCommit> {
    const parent = await this.#branchTip(branch);
    const commit = await this.#make({ ...content, parent });
    await syncObjectNames(this.#commonDir, commit);

    return { commit, parent };
  }

  /** Makes a commit. fast-import cannot sign before git 2.50, so it makes only the tree of a signed commit. */
  async #make(draft: CommitDraft): Promise<string> {
    const [cwd, sign, objectFormat] = [this.#top, this.#signCommit, this.#objectFormat];
    if (!sign) return importCommit(cwd, this.#gitDir, draft);

    const base = await this.#treeOf(draft.parent);
    const tree = await importTree(cwd, this.#gitDir, base, draft.files);
    return writeCommit({ ...draft, tree }, { cwd, sign, objectFormat });
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
    if ((await this.#branchTip(branch)) === commit) return true;

    return this.#git(['merge-base', '--is-ancestor', commit, branch]).then(
      () => true,
      () => false,
    );
  }

  /**
   * Merges packs that have become too many for their size, in the background: what it costs grows with the commits, while `git gc` would
   * repack everything. That remains for what packing leaves. A failure is harmless: the next run catches up.
   */
  #mergePacks(): void {
    this.#packs += 1;
    if (this.#packs < maxPacks) return;

    this.#packs = 0;

    const background = { cwd: this.#top, isBackground: true };
    void runGit(['repack', '--geometric=2', '-d', '--quiet'], background)
      .catch(() => undefined)
      .then(() => runGit(['maintenance', 'run', '--auto', '--quiet'], background))
      .catch(() => undefined);
  }

  /** Finishes or undoes an interrupted commit, according to its journal in the index lock. */
  async #recover(): Promise<void> {
    const abandoned = await this.#lock.takeOver();
    if (!abandoned) return;

    try {
      await this.#settle(abandoned.journal, abandoned.since);
    } finally {
      this.#lock.letGo();
    }
  }

  async #settle(journal: Journal, since: Date): Promise<void> {
    await this.#removeLocksSince(since);
    await this.#index.drop();
    const isMade = await this.#isMade(journal.files);
    await (isMade ? this.#files.clearUp(journal.files) : this.#files.undoAll(journal.files));

    await this.#lock.clear();
    if (isMade) await this.#index.match(journal.files);
  }

  /** Removes the locks of git commands that died with our process. An older lock belongs to somebody else. */
  async #removeLocksSince(since: Date): Promise<void> {
    const [branch] = lines(await this.#git(['rev-parse', '--symbolic-full-name', 'HEAD']).catch(() => ''));
    const names = ['HEAD.lock', ...(branch === undefined ? [] : [`${branch}.lock`])];
    const paths = await Promise.all(names.map((name) => this.#git(['rev-parse', '--git-path', name])));
    const locks = [this.#index.lock, ...paths.map((path) => resolve(this.#top, path.trim()))];

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

  /** The object that a ref or an expression names; undefined while there is none. */
  async #tipOf(ref: string): Promise<string | undefined> {
    const [commit] = lines(
      await this.#git(['rev-parse', '--verify', '--quiet', ref]).catch(noOutputIfUnborn),
    );

    return commit;
  }

  async #branchTip(branch: string): Promise<string | undefined> {
    return (await looseTip(this.#commonDir, branch)) ?? (await this.#tipOf(branch));
  }

  async #treeOf(commit: string | undefined): Promise<string | undefined> {
    return commit === undefined ? undefined : this.#tipOf(`${commit}^{tree}`);
  }

  #placed(files: readonly FileChange[]): FileChange[] {
    return files.map(({ path, text }) => ({ path: this.#prefix + path, text }));
  }

  #pathspec(): string {
    return this.#prefix === '' ? '.' : this.#prefix;
  }

  #git(
    args: readonly string[],
    options: { input?: string; env?: Record<string, string> } = {},
  ): Promise<string> {
    return runGit(args, { cwd: this.#top, ...options });
  }
}

/** Has every error be a `CommitFailure`, but that the catalog has moved. */
async function orFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommitFailure || error instanceof CatalogMoved) throw error;
    throw new CommitFailure(messageOf(error), { cause: error });
  }
}

/** Git stores whole seconds. */
function committedAt(commit: string, at: Date): CommitInfo {
  return { commit, changedAt: new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString() };
}

async function packsIn(commonDir: string): Promise<number> {
  const names = await readdir(join(commonDir, 'objects', 'pack')).catch(() => []);

  return names.filter((name) => name.endsWith('.pack')).length;
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
  const content = { tree, parent: undefined, committer: identity, at: new Date(), message };
  const commit = await writeCommit(content, { ...within, objectFormat, sign });
  await moveBranch(`refs/heads/${firstBranch}`, { commit, parent: undefined }, within);
  await syncAllIn(join(draft, '.git'));
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

function lines(output: string): string[] {
  return output.split('\n').filter((line) => line !== '');
}
