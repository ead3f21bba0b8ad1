import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { errorCode } from '../domain/error-code.ts';
import { tombstoneFilePath } from '../domain/service-file.ts';
import {
  BranchRewritten,
  type CatalogCommit,
  type LastVersion,
  versionsOf,
} from '../domain/service-version.ts';
import {
  type CommittedChange,
  type CommittedChanges,
  type CommittedPage,
  committedPageSize,
} from '../live/committed-changes.ts';
import type { CommitHistory, Log } from '../live/ports.ts';
import { digest, rulesDigest } from './rules-digest.ts';

/** Part of the key. Raise it with every change of what is kept, or of how it follows from commits. */
const format = 1;

/** The last version of each service, and the changes, numbered from 0 on, of which old ones are removed. */
const schema = `
  CREATE TABLE IF NOT EXISTS progress (
    id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL, head TEXT NOT NULL, depth TEXT NOT NULL,
    changes INTEGER NOT NULL, since INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS version (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL, commit_id TEXT NOT NULL, path TEXT, blob TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS change (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, commit_id TEXT NOT NULL, at INTEGER NOT NULL,
    blob TEXT, before TEXT, stone TEXT
  ) STRICT;
`;

const Progress = z.object({
  /** The last commit that is read; empty before the first. */
  head: z.string(),
  /** That of the branch: see `BranchExtent`. */
  depth: z.string(),
  /** How many changes there were. */
  changes: z.int(),
  /** Changes before this time may have been removed. */
  since: z.int(),
});

const presentProgress = 'SELECT head, depth, changes, since FROM progress';

/** How far the commits are read. */
type Progress = z.infer<typeof Progress>;

const Last = z.object({
  number: z.int(),
  commit: z.string(),
  path: z.string().nullable(),
  blob: z.string().nullable(),
});

const Change = z.object({
  id: z.string(),
  kind: z.enum(['created', 'updated', 'deleted', 'restored']),
  commit: z.string(),
  at: z.int().transform((ms) => new Date(ms)),
  blob: z.string().nullable(),
  before: z.string().nullable(),
  stone: z.string().nullable(),
});

const Page = z.object({ page: z.int(), size: z.int(), from: z.int(), to: z.int(), last: z.string() });

/** Another process reads commits into the same file. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';

  constructor() {
    super('another build reads the same commits');
  }
}

interface Dependencies {
  readonly history: Pick<CommitHistory, 'extent' | 'commits'>;
  /** DATA_DIR. */
  readonly dataDir: string;
  /** Pages whose changes are all older are left out, except for the last page. */
  readonly from: Date;
  readonly log: Log;
}

/** A database that is kept nowhere. */
const inMemory = ':memory:';

/**
 * What the commits of a catalog tell, in one database below DATA_DIR, so that a build reads only the commits since the last one. The file may be
 * deleted at any time: all commits are read then.
 */
export class KeptChanges implements CommittedChanges {
  readonly pages: readonly CommittedPage[];
  readonly isComplete: boolean;
  readonly #database: Database.Database;

  /** Of a database that holds the commits up to a head. What others write into it from now on is not seen. @throws {Overtaken} */
  private constructor(database: Database.Database, { head, depth, since }: Omit<Progress, 'changes'>) {
    this.#database = database;
    database.exec('BEGIN');
    const present = Progress.parse(database.prepare(presentProgress).get());
    if (present.head !== head || present.depth !== depth || present.since > since) throw new Overtaken();

    this.pages = pagesIn(database, depth, since);
    this.isComplete = depth === '';
  }

  /** Reads the commits that are not kept. Close what it returns. */
  static async read(dependencies: Dependencies): Promise<KeptChanges> {
    const path = join(dependencies.dataDir, 'kept', 'changes');
    try {
      return await KeptChanges.#over(path, dependencies);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      dependencies.log.warn({ error }, 'what is kept of the changes cannot be used; reading all commits');
      if (isDamage(error)) remove(path);
      return KeptChanges.#over(inMemory, dependencies);
    }
  }

  static async #over(path: string, { history, from }: Dependencies): Promise<KeptChanges> {
    const { head, depth } = await history.extent();
    const database = openDatabase(path);
    try {
      const branch = { depth, since: from.getTime() };
      await new CommitReader(database, history, branch).upTo(head);
      return new KeptChanges(database, { ...branch, head: head ?? '' });
    } catch (error) {
      database.close();
      throw error;
    }
  }

  on({ number }: Pick<CommittedPage, 'number'>): CommittedChange[] {
    return this.#changes('number >= ? AND number < ? ORDER BY number', firstOf(number), firstOf(number + 1));
  }

  newest(limit: number, without: number): CommittedChange[] {
    const first = firstOf(this.pages[0]?.number ?? 1);

    return this.#changes('number >= ? ORDER BY number DESC LIMIT ? OFFSET ?', first, limit, without);
  }

  close(): void {
    this.#database.close();
  }

  #changes(which: string, ...values: readonly number[]): CommittedChange[] {
    const columns = 'id, kind, commit_id AS "commit", at, blob, before, stone';

    return this.#database
      .prepare(`SELECT ${columns} FROM change WHERE ${which}`)
      .all(...values)
      .map((row) => Change.parse(row));
  }
}

/** Reads the commits of a branch into a database. */
class CommitReader {
  readonly #database: Database.Database;
  readonly #history: Pick<CommitHistory, 'commits'>;
  readonly #start: Progress;
  readonly #statements;

  constructor(
    database: Database.Database,
    history: Pick<CommitHistory, 'commits'>,
    branch: Pick<Progress, 'depth' | 'since'>,
  ) {
    this.#database = database;
    this.#history = history;
    this.#start = { ...branch, head: '', changes: 0 };
    this.#statements = {
      progress: database.prepare(presentProgress),
      note: database.prepare('UPDATE progress SET head = ?, depth = ?, changes = ?, since = ?'),
      oldest: database.prepare('SELECT at FROM change ORDER BY number LIMIT 1').pluck(),
      last: database.prepare('SELECT number, commit_id AS "commit", path, blob FROM version WHERE id = ?'),
      version: database.prepare('INSERT OR REPLACE INTO version VALUES (?, ?, ?, ?, ?)'),
      change: database.prepare('INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    };
  }

  /** Resolves when all commits up to this one are read. Without one, there are none. */
  async upTo(head: string | undefined): Promise<void> {
    const { depth, since } = this.#start;
    const kept = this.#progress();
    const isUsable = kept.depth === depth && kept.since <= since && kept.head !== '' && head !== undefined;

    try {
      await this.#read(isUsable ? kept : this.#forget(), head);
    } catch (error) {
      if (!(error instanceof BranchRewritten)) throw error;
      await this.#read(this.#forget(), head);
    }
    this.#prune();
  }

  /** Removes the changes of pages that are not told. */
  #prune(): void {
    const { depth, since } = this.#start;
    const oldest = this.#statements.oldest.get();
    if (oldest === undefined || Number(oldest) >= since) return;

    const [first] = pagesIn(this.#database, depth, since);

    this.#database.transaction(() => {
      this.#database.prepare('DELETE FROM change WHERE number < ?').run(firstOf(first?.number ?? 1));
      this.#note({ ...this.#progress(), since });
    })();
  }

  async #read(from: Progress, upTo: string | undefined): Promise<void> {
    if (upTo === undefined || from.head === upTo) return;

    const after = from.head === '' ? undefined : from.head;
    let progress = from;
    for await (const commits of this.#history.commits({ after, upTo })) {
      progress = this.#add(commits, progress, commits.at(-1)?.commit ?? progress.head);
    }
    this.#add([], progress, upTo);
  }

  #add(commits: readonly CatalogCommit[], from: Progress, head: string): Progress {
    return this.#database
      .transaction(() => {
        const present = this.#progress();
        if (present.head !== from.head || present.depth !== from.depth) throw new Overtaken();

        let { changes } = from;
        for (const commit of commits) changes = this.#addCommit(commit, changes);
        return this.#note({ ...from, head, changes });
      })
      .immediate();
  }

  /** Adds what a commit makes of services, from a number on. Returns the next number. */
  #addCommit(commit: CatalogCommit, first: number): number {
    const before = new Map<string, LastVersion | undefined>();
    const lastOf = (id: string): LastVersion | undefined => {
      const last = this.#last(id);
      before.set(id, last);
      return last;
    };
    const versions = versionsOf(commit, lastOf);
    const isAnyGone = versions.some(({ kind }) => kind === 'deleted');
    const blobs = new Map(isAnyGone ? commit.files.map(({ path, blob }) => [path, blob]) : []);

    let next = first;
    for (const { id, number, kind, commit: made, at, path, blob } of versions) {
      this.#statements.version.run(id, number, made, path, blob);
      if (kind === 'known') continue;

      const stone = kind === 'deleted' ? blobs.get(tombstoneFilePath(id)) : undefined;
      const old = before.get(id)?.blob ?? null;
      this.#statements.change.run(next, id, kind, made, at.getTime(), blob, old, stone ?? null);
      next += 1;
    }
    return next;
  }

  #last(id: string): LastVersion | undefined {
    const row = this.#statements.last.get(id);

    return row === undefined ? undefined : Last.parse(row);
  }

  #forget(): Progress {
    return this.#database.transaction(() => {
      this.#database.exec('DELETE FROM version; DELETE FROM change;');
      return this.#note(this.#start);
    })();
  }

  #progress(): Progress {
    return Progress.parse(this.#statements.progress.get());
  }

  #note(progress: Progress): Progress {
    const { head, depth, changes, since } = progress;
    this.#statements.note.run(head, depth, changes, since);
    return progress;
  }
}

/** The pages with changes since a time (in milliseconds), and at least the last. */
function pagesIn(database: Database.Database, depth: string, since: number): CommittedPage[] {
  const rows = database
    .prepare(
      `SELECT page, size, "from", "to", commit_id AS last FROM (
         SELECT number / ${String(committedPageSize)} + 1 AS page, count(*) AS size,
           min(at) AS "from", max(at) AS "to", max(number) AS end
         FROM change GROUP BY page
       ) JOIN change ON number = end ORDER BY page`,
    )
    .all()
    .map((row) => Page.parse(row));
  const first = rows.findIndex(({ to }, at) => to >= since || at === rows.length - 1);

  return rows.slice(Math.max(first, 0)).map(({ page, size, from, to, last }) => ({
    ...{ number: page, size, from: new Date(from), to: new Date(to) },
    // The last commit stands for all before it.
    key: [depth, last, size].join('/'),
  }));
}

/** The number of the first change of a page. */
function firstOf(page: number): number {
  return (page - 1) * committedPageSize;
}

/** A database of the present key, empty where there is none yet. @throws {Database.SqliteError} */
function openDatabase(path: string): Database.Database {
  const key = digest([format, rulesDigest()]);
  if (path !== inMemory) {
    mkdirSync(dirname(path), { recursive: true });
    if (!isOfKey(path, key)) remove(path);
  }

  const database = new Database(path);
  try {
    // A crash of the machine may lose the last build's commits, which are read again then.
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.exec(schema);
    database.prepare("INSERT OR IGNORE INTO progress VALUES (1, ?, '', '', 0, 0)").run(key);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** False also where there is no file, or no database in it. @throws {Database.SqliteError} when nobody can tell */
function isOfKey(path: string, key: string): boolean {
  if (!existsSync(path)) return false;

  const database = new Database(path);
  try {
    return database.prepare('SELECT key FROM progress').pluck().get() === key;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}

function remove(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

/** Whether a file is no such database, rather than busy or beyond reach. `SQLITE_ERROR` is what a missing table gives. */
function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code);
}

/** Whether an error comes from the file rather than from git. */
function isOfFile(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError || error instanceof Overtaken || errorCode(error) !== undefined
  );
}
