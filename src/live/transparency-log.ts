import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import type { CatalogFiles } from '../catalog-files/catalog-files.ts';
import {
  LogFileDamaged,
  linesPerFile,
  logFileIndex,
  logFilePath,
  printLines,
  readLogFile,
} from '../catalog-files/log-files.ts';
import type { FileChange } from '../domain/catalog-file.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import {
  type OutcomeEntry,
  printEntry,
  readEntry,
  serviceDigest,
  termsDigest,
  type TermsEntry,
} from '../transparency/entry.ts';
import { leafHash } from '../transparency/merkle-tree.ts';
import { type Tile, TileTree, tileWidth } from '../transparency/tiles.ts';
import { unlisted } from './catalog-store.ts';

/** Entries that are to be committed together with what they tell of. */
export interface LogDraft {
  readonly files: readonly FileChange[];
  /** The entries before them. */
  readonly from: number;
  readonly lines: readonly string[];
  /** The services that they tell of. */
  readonly ids: readonly string[];
  /** Services whose changes get no entry now, since the log has a fault. */
  readonly owed: readonly string[];
}

export interface LogSources {
  /** The files as HEAD has them now. */
  readonly committed: () => Pick<CatalogFiles, 'read'>;
  /** The files as they lie there, which is quicker. */
  readonly folder: Pick<CatalogFiles, 'read'>;
}

/**
 * The log of who is paid: one entry for each change of a listing's wallet, network, price or endpoint. Entries are files of the catalog, committed
 * with the change that they tell of, so that the order of commits is the order of the log. Here are the hashes of the committed ones.
 */
export class TransparencyLog {
  readonly #sources: LogSources;
  #tree = new TileTree();
  /** The entries of the last file, if it is not full. */
  #last: string[] = [];
  /** Where each service's newest entry is: 4 MB for 30,000 services. */
  #newest = new Map<string, number>();
  /** Services whose present terms the log lacks. */
  readonly #owed = new Set<string>();
  /** What entries that others added say: terms by service, the last ones of either. */
  readonly #lastTerms = new Map<string, string | null>();
  #fault: string | undefined;

  private constructor(sources: LogSources) {
    this.#sources = sources;
  }

  static async open(sources: LogSources): Promise<TransparencyLog> {
    const log = new TransparencyLog(sources);
    await log.#readAll();
    return log;
  }

  /** The hashes of the committed entries. */
  get tree(): Pick<TileTree, 'size' | 'root' | 'rootOf' | 'tile'> {
    return this.#tree;
  }

  /** Why nothing can be added, and nothing should be signed; undefined when all is well. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** How many services the log does not tell of as they are. */
  get owed(): number {
    return this.#owed.size;
  }

  /**
   * Reads what others added, so that a draft follows it, and removes their entries from those that are owed. The caller holds the writer lock, and
   * makes the draft at once.
   */
  async prepare(snapshot: Snapshot): Promise<void> {
    await this.readOn();
    for (const id of this.#owed) {
      const declared = snapshot.find(id)?.declared;
      if (this.#lastTerms.get(serviceDigest(id)) === (declared ? termsDigest(declared) : null)) {
        this.#owed.delete(id);
      }
    }
  }

  /** The entries that a change makes, those that are owed, and further ones. Without any, no file. */
  draft(
    { put, removed, buried }: Pick<CatalogChange, 'put' | 'removed' | 'buried'>,
    before: Snapshot,
    at: Date,
    further: readonly OutcomeEntry[] = [],
  ): LogDraft {
    const next = new Map(put.map((service) => [service.id, service]));
    const gone = new Set(unlisted({ removed, buried }));
    const after = (id: string): DeclaredService | undefined =>
      gone.has(id) ? undefined : (next.get(id) ?? before.find(id)?.declared);
    const changed = [...next.keys(), ...gone].filter((id) => !isAlike(before.find(id)?.declared, after(id)));
    const isWell = this.#fault === undefined;
    const ids = isWell ? [...new Set([...changed, ...[...this.#owed].slice(0, maxOwed)])] : [];

    const terms = ids.map((id) => entryOf(id, after(id), at));
    const lines = [...terms, ...(isWell ? further : [])].map(printEntry);
    const owed = isWell ? [] : changed;
    return { from: this.#tree.size, lines, ids, owed, files: this.#filesWith(lines) };
  }

  /** Adds the entries of a draft, once they are committed. */
  append({ from, lines, ids, owed }: LogDraft): void {
    if (from !== this.#tree.size) throw new Error('the log went on since the draft');

    for (const line of lines) this.#add(line);
    for (const id of ids) this.#owed.delete(id);
    for (const id of owed) this.#owed.add(id);
  }

  /** Notes changes that others committed without entries. */
  owe({ put, removed, buried }: Pick<CatalogChange, 'put' | 'removed' | 'buried'>, before: Snapshot): void {
    for (const service of put) {
      if (!isAlike(before.find(service.id)?.declared, service)) this.#owed.add(service.id);
    }
    for (const id of unlisted({ removed, buried })) if (before.find(id)) this.#owed.add(id);
  }

  /**
   * Finds out what the log does not tell of a catalog, in slices. Changes meanwhile are noted by others. Resolves to the digests of the outcomes
   * that it tells of.
   */
  async reconcile(snapshot: Snapshot): Promise<ReadonlySet<string>> {
    const last = new Map<string, string | null>();
    const outcomes = new Set<string>();
    for await (const lines of committedLines(this.#sources.committed())) {
      for (const line of lines) {
        const entry = readEntry(line);
        if (entry && 'outcome' in entry) outcomes.add(entry.outcome);
        else if (entry) last.set(entry.service, entry.terms);
      }
    }
    let compared = 0;
    for (const { declared } of snapshot.entries()) {
      if (last.get(serviceDigest(declared.id)) !== termsDigest(declared)) this.#owed.add(declared.id);
      compared += 1;
      if (compared % slice === 0) await nextTurn();
    }
    for (const { id } of snapshot.tombstones()) if (last.get(serviceDigest(id))) this.#owed.add(id);
    return outcomes;
  }

  /** Checks that the log is unchanged or only grew, after files may have changed; the caller holds the writer lock. */
  async look(paths: ReadonlySet<string> | 'all'): Promise<void> {
    const indexes = paths === 'all' ? [] : [...paths].flatMap((path) => logFileIndex(path) ?? []);
    if (paths !== 'all' && indexes.length === 0) return;

    const earlier = indexes.filter((index) => index < this.#lastFile);
    const isKnown = paths !== 'all' && this.#fault === undefined && (await this.#isKnown(earlier));
    if (isKnown) await this.readOn();
    else await this.#readAgain();
  }

  /** Reads what others added after the entries that are known; the caller holds the writer lock. */
  async readOn(): Promise<void> {
    if (this.#fault !== undefined || (await this.#isKnown([this.#lastFile]))) return;
    if (!(await this.#readAdded())) await this.#readAgain();
  }

  /** The entries of a bundle, from the files. Undefined where there are not that many, or the files are not what was committed. */
  async entries({ index, width }: Pick<Tile, 'index' | 'width'>): Promise<string[] | undefined> {
    const from = index * tileWidth;
    if (from + width > this.#tree.size) return undefined;

    const count = Math.ceil(width / linesPerFile);
    const lines: string[] = [];
    for (let i = 0; i < count; i += 1) lines.push(...(await this.#linesOf(from / linesPerFile + i)));
    const wanted = lines.slice(0, width);
    return wanted.length === width && this.#holds(from, wanted) ? wanted : undefined;
  }

  /** The index of the newest entry about a service; undefined without one. */
  newestOf(id: string): number | undefined {
    return this.#newest.get(placeKey(serviceDigest(id)));
  }

  /** One entry, from the files. Undefined where there is none, or the file is not what was committed. */
  async entry(index: number): Promise<string | undefined> {
    if (index >= this.#tree.size) return undefined;

    const line = (await this.#linesOf(Math.floor(index / linesPerFile)))[index % linesPerFile];
    return line !== undefined && this.#holds(index, [line]) ? line : undefined;
  }

  /** The file in which the next entry belongs. */
  get #lastFile(): number {
    return Math.floor(this.#tree.size / linesPerFile);
  }

  #filesWith(lines: readonly string[]): FileChange[] {
    if (lines.length === 0) return [];

    const all = [...this.#last, ...lines];
    const first = this.#lastFile;
    return Array.from({ length: Math.ceil(all.length / linesPerFile) }, (_, i) => ({
      path: logFilePath(first + i),
      text: printLines(all.slice(i * linesPerFile, (i + 1) * linesPerFile)),
    }));
  }

  #add(line: string): void {
    const entry = readEntry(line);
    if (entry && 'terms' in entry) this.#newest.set(placeKey(entry.service), this.#tree.size);
    this.#tree.append(leafHash(line));
    this.#last.push(line);
    if (this.#last.length === linesPerFile) this.#last = [];
  }

  /** What the files say now: none where one is damaged, like where there is none. */
  async #linesOf(index: number): Promise<readonly string[]> {
    try {
      return (await readLogFile(this.#sources.folder, index)) ?? [];
    } catch (error) {
      if (error instanceof LogFileDamaged) return [];
      throw error;
    }
  }

  /** Whether these entries are those from a place on. */
  #holds(from: number, lines: readonly string[]): boolean {
    return lines.every((line, i) => this.#tree.rootOf(from + i, from + i + 1).equals(leafHash(line)));
  }

  /** Reads the committed entries after the known ones. Resolves to false where these are not as they were, or those cannot be read. */
  async #readAdded(): Promise<boolean> {
    try {
      for await (const lines of committedLines(this.#sources.committed(), this.#lastFile)) {
        const known = this.#last.length;
        if (lines.length < known || !this.#holds(this.#tree.size - known, lines.slice(0, known))) {
          return false;
        }
        if (!this.#addFromOthers(lines.slice(known))) return false;
      }
      return true;
    } catch (error) {
      if (error instanceof LogFileDamaged) return false;
      throw error;
    }
  }

  /** Returns false where one of them cannot be read. */
  #addFromOthers(lines: readonly string[]): boolean {
    for (const line of lines) {
      const entry = readEntry(line);
      if (!entry) return false;
      this.#add(line);
      if ('outcome' in entry) continue;
      this.#lastTerms.delete(entry.service);
      this.#lastTerms.set(entry.service, entry.terms);
    }
    for (const service of [...this.#lastTerms.keys()].slice(0, -maxLastTerms)) {
      this.#lastTerms.delete(service);
    }
    return true;
  }

  /** Whether these files hold the entries that are known, and no more. */
  async #isKnown(indexes: readonly number[]): Promise<boolean> {
    for (const index of indexes) {
      const from = index * linesPerFile;
      const lines = await this.#linesOf(index);
      const known = Math.min(linesPerFile, Math.max(0, this.#tree.size - from));
      if (lines.length !== known || !this.#holds(from, lines)) return false;
    }
    return true;
  }

  /** Reads what is committed. What is known stays unless that agrees with it. */
  async #readAgain(): Promise<void> {
    const found = new TransparencyLog(this.#sources);
    await found.#readAll();
    const { size } = this.#tree;
    const isSame = found.#tree.size >= size && found.#tree.root(size).equals(this.#tree.root());
    this.#fault = isSame ? found.#fault : changedPast;
    if (!isSame) return;

    this.#tree = found.#tree;
    this.#last = found.#last;
    this.#newest = found.#newest;
  }

  async #readAll(): Promise<void> {
    try {
      for await (const lines of committedLines(this.#sources.committed())) {
        if (!lines.every((line) => readEntry(line))) {
          this.#fault = `entry ${String(this.#tree.size)} of the log, or one that follows, cannot be read`;
          return;
        }
        for (const line of lines) this.#add(line);
      }
    } catch (error) {
      if (!(error instanceof LogFileDamaged)) throw error;
      this.#fault = error.message;
    }
  }
}

/** The entries file by file, up to the first file that is not full, which must be the last. @throws {LogFileDamaged} */
async function* committedLines(
  files: Pick<CatalogFiles, 'read'>,
  first = 0,
): AsyncGenerator<readonly string[]> {
  for (let index = first; ; index += 1) {
    const lines = (await readLogFile(files, index)) ?? [];
    if (lines.length > 0) yield lines;
    if (lines.length === linesPerFile) continue;
    if (await readLogFile(files, index + 1)) throw new LogFileDamaged(index);
    return;
  }
}

const changedPast =
  'entries that were committed are missing or changed; put the files below log/ back as they were';

/** Entries that are added for others in one commit. */
const maxOwed = 4096;

/** Services whose entries by others are remembered. */
const maxLastTerms = 4096;

/** Services compared before yielding to the event loop. */
const slice = 500;

/** A digest in hex as a text of its own: a part of a line would keep the whole file of that line in memory. */
function placeKey(digest: string): string {
  return Buffer.from(digest, 'hex').toString('latin1');
}

function isAlike(a: DeclaredService | undefined, b: DeclaredService | undefined): boolean {
  return a && b ? termsDigest(a) === termsDigest(b) : a === b;
}

function entryOf(id: string, service: DeclaredService | undefined, at: Date): TermsEntry {
  return { at: at.toISOString(), service: serviceDigest(id), terms: service ? termsDigest(service) : null };
}
