import { z } from 'zod';
import { serviceFilePath } from '../../domain/service-file.ts';
import {
  type CatalogCommit,
  filesById,
  type RecordedVersions,
  type ServiceVersion,
  type VersionProgress,
  versionsOf,
} from '../../domain/service-version.ts';
import { get, run, type StateDatabase, upsert, type Work } from './database.ts';

const ProgressRow = z.object({ head: z.string(), depth: z.string(), is_whole: z.int() });

const hex = z.instanceof(Buffer).transform((bytes) => bytes.toString('hex'));

const VersionRow = z.object({
  service_id: z.string(),
  number: z.int(),
  kind: z.enum(['known', 'created', 'updated', 'deleted', 'restored']),
  commit_id: hex,
  at: z.int(),
  path: z.string().nullable(),
  blob: hex.nullable(),
});

/** An index of the versions of each service, made from the commits in git, so that a page of them is found without a walk over all commits. */
export class SqlVersions {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async progress(): Promise<VersionProgress | undefined> {
    return this.#database.read(progressOf);
  }

  async record(
    commits: readonly CatalogCommit[],
    from: VersionProgress | undefined,
    to: VersionProgress,
  ): Promise<boolean> {
    return this.#database.transaction(function* () {
      if (!from) yield* run('DELETE FROM service_version');
      else if (!isSame(from, yield* progressOf())) return false;

      for (const commit of commits) {
        const last = new Map<string, ServiceVersion | undefined>();
        for (const id of filesById(commit).keys()) last.set(id, yield* lastOf(id));
        for (const version of versionsOf(commit, (id) => last.get(id))) yield* insert(version);
      }
      yield* run(
        upsert('version_progress', ['id'], ['head', 'depth', 'is_whole']),
        1,
        to.head,
        to.depth,
        Number(to.isWhole),
      );
      return true;
    });
  }

  async find(id: string): Promise<RecordedVersions | undefined> {
    return this.#database.read(function* () {
      const progress = yield* progressOf();
      const older = 'SELECT 1 FROM service_version WHERE service_id = ? AND number = 0';

      return (
        progress && {
          progress,
          last: yield* lastOf(id),
          isComplete: (yield* get(older, id)) === undefined,
        }
      );
    });
  }

  async between(id: string, from: number, to: number): Promise<ServiceVersion[]> {
    const rows = await this.#database.all(
      'SELECT * FROM service_version WHERE service_id = ? AND number BETWEEN ? AND ? ORDER BY number',
      id,
      from,
      to,
    );

    return rows.map(versionIn);
  }

  async since(from: Date, after: ServiceVersion | undefined, limit: number): Promise<ServiceVersion[]> {
    const rows = await this.#database.all(
      `SELECT * FROM service_version WHERE number > 0 AND (at, service_id, number) > (?, ?, ?)
       ORDER BY at, service_id, number LIMIT ?`,
      after?.at.getTime() ?? from.getTime(),
      after?.id ?? '',
      after?.number ?? 0,
      limit,
    );

    return rows.map(versionIn);
  }
}

function* lastOf(id: string): Work<ServiceVersion | undefined> {
  const row = yield* get(
    'SELECT * FROM service_version WHERE service_id = ? ORDER BY number DESC LIMIT 1',
    id,
  );

  return row === undefined ? undefined : versionIn(row);
}

function* insert(version: ServiceVersion): Work<void> {
  const { id, number, kind, commit, at, path, blob } = version;
  yield* run(
    'INSERT INTO service_version (service_id, number, kind, commit_id, at, path, blob) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    number,
    kind,
    Buffer.from(commit, 'hex'),
    at.getTime(),
    path === serviceFilePath(id) ? null : path,
    blob === null ? null : Buffer.from(blob, 'hex'),
  );
}

function* progressOf(): Work<VersionProgress | undefined> {
  const row = yield* get('SELECT * FROM version_progress');
  if (row === undefined) return undefined;

  const { head, depth, is_whole } = ProgressRow.parse(row);
  return { head, depth, isWhole: is_whole === 1 };
}

function isSame(a: VersionProgress, b: VersionProgress | undefined): boolean {
  return a.head === b?.head && a.depth === b.depth && a.isWhole === b.isWhole;
}

function versionIn(row: unknown): ServiceVersion {
  const { service_id: id, number, kind, commit_id: commit, at, path, blob } = VersionRow.parse(row);

  return {
    id,
    number,
    kind,
    commit,
    at: new Date(at),
    path: blob === null ? null : (path ?? serviceFilePath(id)),
    blob,
  };
}
