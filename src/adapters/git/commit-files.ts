import type { CatalogFile } from '../../domain/catalog-file.ts';
import { servicesFolder } from '../../domain/service-file.ts';
import { gitBytes, runGit } from './run-git.ts';

/** A larger file is no service, and no list of categories. */
const maxBytes = 256 * 1024;

const filesAtOnce = 1_000;

const regularFile = '100644';

/** The catalog as a commit holds it; nothing is checked out for it. */
export class CommitFiles {
  readonly #repository: string;
  /** The object of each file, by its path in the catalog; undefined for what is no readable text file. */
  readonly #objects: ReadonlyMap<string, string | undefined>;
  /** What was read once is not asked of git again. */
  readonly #known = new Map<string, string>();

  private constructor(repository: string, objects: ReadonlyMap<string, string | undefined>) {
    this.#repository = repository;
    this.#objects = objects;
  }

  /** `folder`: where the catalog is in the commit. @throws {GitError} when there is no such commit. */
  static async of(repository: string, commit: string, folder: string): Promise<CommitFiles> {
    const listing = await runGit(['ls-tree', '-r', '-l', '-z', commit, '--', `${folder}/`], {
      cwd: repository,
    });
    const objects = listing
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => {
        const [facts = '', path = ''] = line.split('\t', 2);
        const [mode, , object, size] = facts.split(/ +/);
        const isReadable = mode === regularFile && Number(size) <= maxBytes;
        return [path.slice(folder.length + 1), isReadable ? object : undefined] as const;
      });
    return new CommitFiles(repository, new Map(objects));
  }

  /** The same with some files as another commit of this repository holds them. */
  with(paths: readonly string[], other: CommitFiles): CommitFiles {
    const objects = new Map(this.#objects);
    for (const path of paths) {
      if (other.#objects.has(path)) objects.set(path, other.#objects.get(path));
      else objects.delete(path);
    }
    return new CommitFiles(this.#repository, objects);
  }

  /** What is there and cannot be read is as good as empty, as in `CatalogFolder`. */
  async read(path: string): Promise<string | undefined> {
    if (!this.#objects.has(path)) return undefined;

    const [text = ''] = this.#known.has(path) ? [this.#known.get(path)] : await this.#texts([path]);
    return text;
  }

  list(folder: string): Promise<string[]> {
    return Promise.resolve(
      this.#servicePaths().filter((path) => path.slice(0, path.lastIndexOf('/')) === folder),
    );
  }

  async *serviceFiles(): AsyncGenerator<CatalogFile[]> {
    const paths = this.#servicePaths();

    for (let start = 0; start < paths.length; start += filesAtOnce) {
      const some = paths.slice(start, start + filesAtOnce);
      const texts = await this.#texts(some);
      yield some.map((path, i) => ({ path, text: texts[i] ?? '' }));
    }
  }

  /** Service files lie in the folder of services or one below. */
  #servicePaths(): string[] {
    return [...this.#objects.keys()].filter((path) => {
      const [top, ...rest] = path.split('/');
      return top === servicesFolder && rest.length <= 2 && path.endsWith('.json');
    });
  }

  /** The text of each file, in their order. */
  async #texts(paths: readonly string[]): Promise<string[]> {
    const objects = paths.map((path) => this.#objects.get(path));
    const input = objects.flatMap((object) => (object === undefined ? [] : [`${object}\n`])).join('');
    const blobs = readBatch(await gitBytes(['cat-file', '--batch'], { cwd: this.#repository, input }));

    const texts = objects.map((object) => (object === undefined ? '' : (blobs.next().value ?? '')));
    for (const [i, path] of paths.entries()) this.#known.set(path, texts[i] ?? '');
    return texts;
  }
}

/** The blobs in the output of `git cat-file --batch`: for each a line that ends in its size, its bytes, and a line feed. */
function* readBatch(output: Buffer): Generator<string, undefined> {
  let at = 0;

  while (at < output.length) {
    const end = output.indexOf('\n', at);
    const size = Number(output.subarray(at, end).toString().split(' ')[2]);
    yield output.subarray(end + 1, end + 1 + size).toString();
    at = end + 1 + size + 1;
  }
  return undefined;
}
