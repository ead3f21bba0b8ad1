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
import { get, getAs, run, SqlStore, type Work } from './database.ts';
import { flag, hex, rowOf, time } from './row.ts';
import { insert, sql, upsert } from './sql.ts';

const progressIn = rowOf({ head: z.string(), depth: z.string(), isWhole: flag });

const columnsIn = rowOf({
  serviceId: z.string(),
  number: z.int(),
  kind: z.enum(['known', 'created', 'updated', 'deleted', 'restored']),
  commitId: hex,
  at: time,
  path: z.string().nullable(),
  blob: hex.nullable(),
});

/** An index of the versions of each service, made from the commits in git, so that a page of them is found without a walk over all commits. */
export class SqlVersions extends SqlStore {
  async progress(): Promise<VersionProgress | undefined> {
    return this.database.read(progressOf);
  }

  /**
   * Records the commits that follow those recorded so far, in their order; without `from`, forgets those first. False, and nothing is
   * stored, when the index is not where `from` says, as when the database was replaced.
   */
  async record(
    commits: readonly CatalogCommit[],
    from: VersionProgress | undefined,
    to: VersionProgress,
  ): Promise<boolean> {
    const { head, depth, isWhole } = to;

    return this.database.transaction(function* () {
      if (!from) yield* run('DELETE FROM service_version');
      else if (!isSame(from, yield* progressOf())) return false;

      for (const commit of commits) {
        const last = new Map<string, ServiceVersion | undefined>();
        for (const id of filesById(commit).keys()) last.set(id, yield* lastOf(id));
        for (const version of versionsOf(commit, (id) => last.get(id))) yield* add(version);
      }
      yield* run(upsert('version_progress', { id: 1 }, { head, depth, isWhole }));
      return true;
    });
  }

  async find(id: string): Promise<RecordedVersions | undefined> {
    const older = sql`SELECT 1 FROM service_version WHERE service_id = ${id} AND number = 0`;

    return this.database.read(function* () {
      const progress = yield* progressOf();
      return progress && { progress, last: yield* lastOf(id), isComplete: (yield* get(older)) === undefined };
    });
  }

  between(id: string, from: number, to: number): Promise<readonly ServiceVersion[]> {
    return this.database.allAs(
      versionIn,
      sql`SELECT * FROM service_version WHERE service_id = ${id} AND number BETWEEN ${from} AND ${to} ORDER BY number`,
    );
  }

  since(from: Date, after: ServiceVersion | undefined, limit: number): Promise<readonly ServiceVersion[]> {
    const { at, id, number } = after ?? { at: from, id: '', number: 0 };

    return this.database.allAs(
      versionIn,
      sql`SELECT * FROM service_version WHERE number > 0 AND (at, service_id, number) > (${at}, ${id}, ${number})
          ORDER BY at, service_id, number LIMIT ${limit}`,
    );
  }
}

function lastOf(id: string): Work<ServiceVersion | undefined> {
  return getAs(
    versionIn,
    sql`SELECT * FROM service_version WHERE service_id = ${id} ORDER BY number DESC LIMIT 1`,
  );
}

function* add({ id: serviceId, number, kind, commit, at, path, blob }: ServiceVersion): Work<void> {
  const place = path === serviceFilePath(serviceId) ? null : path;
  const [commitId, content] = [Buffer.from(commit, 'hex'), blob === null ? null : Buffer.from(blob, 'hex')];
  yield* run(
    insert('service_version', { serviceId, number, kind, commitId, at, path: place, blob: content }),
  );
}

function progressOf(): Work<VersionProgress | undefined> {
  return getAs(progressIn, 'SELECT * FROM version_progress');
}

function isSame(a: VersionProgress, b: VersionProgress | undefined): boolean {
  return a.head === b?.head && a.depth === b.depth && a.isWhole === b.isWhole;
}

function versionIn(row: unknown): ServiceVersion {
  const { serviceId: id, commitId: commit, path, ...is } = columnsIn(row);

  return { ...is, id, commit, path: is.blob === null ? null : (path ?? serviceFilePath(id)) };
}
