import { isUtf8 } from 'node:buffer';
import { type FileReading, type FoundFile, maxFileBytes } from '../../domain/catalog-file.ts';
import { servicesFolder, tombstonesFolder } from '../../domain/service-file.ts';
import { textOf } from '../regular-file.ts';
import { gitBytes, readBatch } from './run-git.ts';

const filesAtOnce = 1_000;

/** Modes of regular files. Links and submodules have others. */
const [plain, executable] = ['100644', '100755'];

/** A file of a commit: its object, or why it cannot be read. */
type Entry =
  | { readonly object: string; readonly isExecutable: boolean }
  | Extract<FileReading, { readonly fault: unknown }>;

/** The catalog as a commit holds it, read without checking anything out. */
export class CommitFiles {
  readonly #repository: string;
  /** By path in the catalog. */
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #known = new Map<string, FileReading>();

  private constructor(repository: string, entries: ReadonlyMap<string, Entry>) {
    this.#repository = repository;
    this.#entries = entries;
  }

  /** `folder`: where the catalog is in the commit. @throws {GitError} when there is no such commit. */
  static async of(repository: string, commit: string, folder: string): Promise<CommitFiles> {
    const listing = await gitBytes(['ls-tree', '-r', '-l', '-z', commit, '--', `${folder}/`], {
      cwd: repository,
    });
    const entries = nulTerminated(listing).map((line) => {
      const [path, entry] = readEntry(line);
      return [path.slice(folder.length + 1), entry] as const;
    });
    return new CommitFiles(repository, new Map(entries));
  }

  async read(path: string): Promise<FileReading | undefined> {
    if (!this.#entries.has(path)) return undefined;

    const [reading] = this.#known.has(path) ? [this.#known.get(path)] : await this.#readings([path]);
    return reading;
  }

  list(folder: string): Promise<string[]> {
    return Promise.resolve(
      [...this.#filePaths(servicesFolder), ...this.#filePaths(tombstonesFolder)].filter(
        (path) => path.slice(0, path.lastIndexOf('/')) === folder,
      ),
    );
  }

  async *serviceFiles(): AsyncGenerator<FoundFile[]> {
    const paths = this.#filePaths(servicesFolder);
    yield this.#strays(new Set([...paths, ...this.#filePaths(tombstonesFolder)]));
    yield* this.#found(paths);
  }

  async *tombstoneFiles(): AsyncGenerator<FoundFile[]> {
    yield* this.#found(this.#filePaths(tombstonesFolder));
  }

  async *#found(paths: readonly string[]): AsyncGenerator<FoundFile[]> {
    for (let start = 0; start < paths.length; start += filesAtOnce) {
      const some = paths.slice(start, start + filesAtOnce);
      const readings = await this.#readings(some);
      yield some.flatMap((path, i) => {
        const reading = readings[i];
        return reading ? [{ path, ...reading }] : [];
      });
    }
  }

  /** The files of services, or of removed ones, lie in their folder or in one of its subfolders. */
  #filePaths(folder: string): string[] {
    return [...this.#entries.keys()].filter((path) => {
      const [top, ...rest] = path.split('/');
      return top === folder && rest.length <= 2 && path.endsWith('.json') && !isBelowJson(path);
    });
  }

  /** Entries that do not belong in a catalog: links and submodules anywhere, and folders with the name of a service file. */
  #strays(files: ReadonlySet<string>): FoundFile[] {
    return [...this.#entries].flatMap(([path, entry]): FoundFile[] => {
      if (isBelowJson(path)) return [{ path, fault: 'file_not_regular' }];
      return 'fault' in entry && entry.fault !== 'file_too_large' && !files.has(path)
        ? [{ path, ...entry }]
        : [];
    });
  }

  async #readings(paths: readonly string[]): Promise<FileReading[]> {
    const entries = paths.map((path) => this.#entries.get(path));
    const input = entries.map((entry) => (entry && 'object' in entry ? `${entry.object}\n` : '')).join('');
    const blobs = readBatch(await gitBytes(['cat-file', '--batch'], { cwd: this.#repository, input }));

    const readings = entries.map((entry): FileReading => {
      if (!entry || 'fault' in entry) return entry ?? { fault: 'file_unreadable' };
      const reading = textOf(blobs.next().value?.bytes ?? Buffer.alloc(0));
      return 'text' in reading && entry.isExecutable ? { ...reading, isExecutable: true } : reading;
    });
    for (const [i, path] of paths.entries()) this.#known.set(path, readings[i] ?? { text: '' });
    return readings;
  }
}

/** The path and the entry in one line of `git ls-tree -l`. */
function readEntry(line: Buffer): readonly [path: string, entry: Entry] {
  const tab = line.indexOf('\t');
  const [mode, , object = '', size] = line.subarray(0, tab).toString().split(/ +/);
  const name = line.subarray(tab + 1);
  const path = name.toString();

  if (!isUtf8(name)) return [path, { fault: 'file_not_utf8' }];
  if (mode !== plain && mode !== executable) return [path, { fault: 'file_not_regular' }];
  if (Number(size) > maxFileBytes) return [path, { fault: 'file_too_large' }];
  return [path, { object, isExecutable: mode === executable }];
}

/** Whether a file lies inside a folder that takes the place of a file of the catalog, like `services/ab/x.json/`. */
function isBelowJson(path: string): boolean {
  const [top, ...rest] = path.split('/').slice(0, -1);

  return isCatalogFolder(top) && rest.slice(0, 2).some((folder) => folder.endsWith('.json'));
}

function isCatalogFolder(folder: string | undefined): boolean {
  return folder === servicesFolder || folder === tombstonesFolder;
}

function nulTerminated(output: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0, at);
    lines.push(output.subarray(at, end));
    at = end + 1;
  }
  return lines;
}
