import { globSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { syncAllIn, syncFolder } from '../durable-file.ts';
import type { GitRemote } from './remote-address.ts';
import { GitError, runGit } from './run-git.ts';
import { syncBranchName, syncObjectNames } from './commit-object.ts';

/** What a repository needs in its own settings, so that whatever anybody pushes to it survives a power cut; see git-config(1). */
const wanted = { 'core.fsync': 'all', 'receive.unpackLimit': '1' };

/** A home of the catalog that is a folder of this machine: what a push leaves on its disk is for us to see to. */
export class PathHome {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Undefined for a home behind a network. */
  static of({ url }: GitRemote): PathHome | undefined {
    return url.startsWith('file:') ? new PathHome(fileURLToPath(url)) : undefined;
  }

  /** Options of `git push`. The settings of the git that pushes do not reach the one that receives. */
  get pushOptions(): string[] {
    const settings = Object.entries(wanted).map(([name, value]) => `-c ${name}=${value}`);

    return [`--receive-pack=git ${settings.join(' ')} receive-pack`];
  }

  /** What the owner of the home should set, as one sentence, so that pushes by others are as safe as ours; undefined when all is set. */
  async advice(): Promise<string | undefined> {
    const missing: string[] = [];
    for (const [name, value] of Object.entries(wanted)) {
      const found = await this.#git('config', '--local', '--get', name).catch(() => '');
      if (found.trim() !== value) missing.push(`git -C ${this.#path} config ${name} ${value}`);
    }
    if (missing.length === 0) return undefined;

    return `pushes by others to ${this.#path} may not survive a power cut; run: ${missing.join(' && ')}`;
  }

  /** Makes the whole repository survive a power cut: somebody may have made it a moment ago. */
  async syncAll(): Promise<void> {
    await syncAllIn(await this.#folder());
    await syncFolder(dirname(this.#path));
  }

  /** Makes a push that succeeded survive a power cut. `branch`: its full name. */
  async sync(branch: string, commit: string): Promise<void> {
    const folder = await this.#folder();

    await syncObjectNames(folder, commit);
    await syncBranchName(folder, branch);
  }

  /**
   * Gives back what the home has lost of a branch, by a power cut for example, from a clone that has all of it. Returns whether anything was lost.
   * @throws {GitError} when the home stays damaged
   */
  async repairFrom(clone: string, branch: string): Promise<boolean> {
    if (await this.#isWhole(branch)) return false;

    const folder = await this.#folder();
    const commit = (await runGit(['rev-parse', branch], { cwd: clone })).trim();
    await removeEmptyFiles(folder, branch);
    const pack = join(folder, 'objects', 'pack', 'pack');
    await runGit(['pack-objects', '--quiet', '--revs', pack], { cwd: clone, input: `${commit}\n` });
    if (!(await this.#hasBranch(branch))) await this.#git('update-ref', branch, commit);
    await this.sync(branch, commit);
    if (await this.#isWhole(branch)) return true;

    throw new GitError(
      `${this.#path} has lost objects that ${clone} does not have either; "git fsck" there says which`,
    );
  }

  /** Whether every object of the branch can be read. A home without the branch is whole, unless a file of that name is damaged. */
  async #isWhole(branch: string): Promise<boolean> {
    const head = await this.#git('for-each-ref', '--format=%(objectname)', branch).catch(() => undefined);
    if (head === undefined) return false;
    if (head === '') return !(await isEmptyFile(join(await this.#folder(), branch)));

    return this.#git('rev-list', '--objects', '--quiet', branch).then(
      () => true,
      () => false,
    );
  }

  async #hasBranch(branch: string): Promise<boolean> {
    return this.#git('rev-parse', '--verify', '--quiet', `${branch}^{commit}`).then(
      () => true,
      () => false,
    );
  }

  async #folder(): Promise<string> {
    return (await this.#git('rev-parse', '--path-format=absolute', '--git-common-dir')).trim();
  }

  #git(...args: readonly string[]): Promise<string> {
    return runGit(args, { cwd: this.#path });
  }
}

/** An empty object, pack or branch is one whose bytes never reached the disk. Git stumbles over them even where it has the object elsewhere. */
async function removeEmptyFiles(folder: string, branch: string): Promise<void> {
  const objects = globSync('objects/{[0-9a-f][0-9a-f],pack}/*', { cwd: folder });

  for (const name of [...objects, branch]) {
    if (await isEmptyFile(join(folder, name))) await rm(join(folder, name));
  }
}

async function isEmptyFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);

  return found?.isFile() === true && found.size === 0;
}
