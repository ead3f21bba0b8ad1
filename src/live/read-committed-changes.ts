import { tombstoneFilePath } from '../domain/service-file.ts';
import { type CatalogCommit, type ServiceVersion, versionsOf } from '../domain/service-version.ts';
import {
  type CommittedChange,
  type CommittedChanges,
  type CommittedPage,
  committedPageSize,
} from './committed-changes.ts';
import type { CommitHistory } from './ports.ts';

/**
 * Reads all commits of the branch, about a second for 15,000 of them. Leaves out the pages whose changes are all older than `from`, except for
 * the last page. Rejects when git fails.
 */
export async function readCommittedChanges(
  history: Pick<CommitHistory, 'extent' | 'commits'>,
  from: Date,
): Promise<CommittedChanges> {
  const { head: upTo, depth } = await history.extent();
  const changes: CommittedChange[] = [];
  if (upTo !== undefined) {
    const last = new Map<string, ServiceVersion>();
    for await (const commits of history.commits({ upTo })) {
      for (const commit of commits) changes.push(...changesOf(commit, last));
    }
  }
  const pages = pagesOf(changes, depth, from);
  const firstNumber = pages[0]?.number ?? 1;
  const recent = changes.slice((firstNumber - 1) * committedPageSize);

  return {
    pages,
    isComplete: depth === '',
    on: ({ number }) => sliceOf(recent, number - firstNumber),
    newest: (limit, without) => recent.toReversed().slice(without, without + limit),
  };
}

function changesOf(commit: CatalogCommit, last: Map<string, ServiceVersion>): CommittedChange[] {
  const blobs = new Map(commit.files.map(({ path, blob }) => [path, blob]));

  return versionsOf(commit, (id) => last.get(id)).flatMap((version) => {
    const { id, kind, commit: made, at, blob } = version;
    const before = last.get(id)?.blob ?? null;
    last.set(id, version);
    if (kind === 'known') return [];

    const stone = kind === 'deleted' ? (blobs.get(tombstoneFilePath(id)) ?? null) : null;
    return [{ id, kind, commit: made, at, blob, before, stone }];
  });
}

function pagesOf(changes: readonly CommittedChange[], depth: string, from: Date): CommittedPage[] {
  const count = Math.ceil(changes.length / committedPageSize);
  const pages = Array.from({ length: count }, (_, at) => pageOf(sliceOf(changes, at), at + 1, depth));
  const first = pages.findIndex(({ to }, at) => to >= from || at === count - 1);

  return pages.slice(Math.max(first, 0));
}

function sliceOf(changes: readonly CommittedChange[], at: number): readonly CommittedChange[] {
  return changes.slice(at * committedPageSize, (at + 1) * committedPageSize);
}

function pageOf(changes: readonly CommittedChange[], number: number, depth: string): CommittedPage {
  const times = changes.map(({ at }) => at.getTime());
  const last = changes.at(-1)?.commit ?? '';

  return {
    number,
    size: changes.length,
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times)),
    // The last commit stands for all before it.
    key: [depth, last, changes.length].join('/'),
  };
}
