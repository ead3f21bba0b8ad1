import { declaredNews, type NewsScope, type ToldChange } from '../domain/news.ts';
import { readProfile } from '../domain/profile.ts';
import { readTombstone } from '../domain/read-service-file.ts';
import type { ServiceChange } from '../domain/service-change.ts';
import { tombstoneFilePath } from '../domain/service-file.ts';
import { type CatalogCommit, type ServiceVersion, versionsOf } from '../domain/service-version.ts';
import type { CommitHistory } from './ports.ts';

/** A declared change, with what git has of it. */
export interface CommittedChange {
  readonly version: ServiceVersion;
  readonly before: ServiceVersion | undefined;
  /** The object of the tombstone that came with a deletion; null without. */
  readonly stone: string | null;
}

/** Changes in the order of the branch: the page with this number, counted from the first commit of the repository. */
interface CommittedPage {
  readonly number: number;
  readonly changes: readonly CommittedChange[];
}

/** What the commits of a catalog tell by themselves: the same commits tell the same on every machine, whatever the catalog holds now. */
export interface CommittedChanges {
  /** Those with changes since a time, and at least the last one. All but the last are full, and never change. */
  readonly pages: readonly CommittedPage[];
  /** Whether the repository holds all commits. A shallow one counts from where it begins. */
  readonly isComplete: boolean;
}

/** Changes on a page. */
export const committedPageSize = 500;

/** Reads all commits, and keeps the pages with changes since `from`. */
export async function readCommittedChanges(
  history: Pick<CommitHistory, 'extent' | 'commits'>,
  from: Date,
): Promise<CommittedChanges> {
  const { head, depth } = await history.extent();
  const last = new Map<string, ServiceVersion>();
  const pages: { number: number; changes: CommittedChange[] }[] = [];

  for await (const commits of head === undefined ? [] : history.commits({ upTo: head })) {
    for (const change of commits.flatMap((commit) => changesOf(commit, last))) {
      const page = pages.at(-1);
      if (page && page.changes.length < committedPageSize) page.changes.push(change);
      else {
        dropOld(pages, from);
        pages.push({ number: (page?.number ?? 0) + 1, changes: [change] });
      }
    }
  }
  dropOld(pages, from);
  return { pages, isComplete: depth === '' };
}

/** What a service becomes with a commit, which becomes the last version in `last`. */
function changesOf(commit: CatalogCommit, last: Map<string, ServiceVersion>): CommittedChange[] {
  const versions = versionsOf(commit, (id) => last.get(id));
  const isAnyGone = versions.some(({ kind }) => kind === 'deleted');
  const blobs = new Map(isAnyGone ? commit.files.map(({ path, blob }) => [path, blob]) : []);

  return versions.flatMap((version) => {
    const { id, kind } = version;
    const before = last.get(id);
    last.set(id, version);
    if (kind === 'known') return [];

    const stone = kind === 'deleted' ? blobs.get(tombstoneFilePath(id)) : undefined;
    return [{ version, before, stone: stone ?? null }];
  });
}

/** Drops leading pages without changes since a time, except for the last page. */
function dropOld(pages: CommittedPage[], from: Date): void {
  const isOld = (page: CommittedPage | undefined): boolean =>
    page?.changes.every(({ version }) => version.at < from) === true;
  while (pages.length > 1 && isOld(pages[0])) pages.shift();
}

type Texts = Pick<CommitHistory, 'texts'>;

/** The changes with the reasons of deletions. */
export async function explainedChanges(
  changes: readonly CommittedChange[],
  history: Texts,
): Promise<ServiceChange[]> {
  const texts = await history.texts(changes.flatMap(({ stone }) => stone ?? []));

  return changes.map((change) => explained(change, texts));
}

/** Changes whose files are read at once: starting git for each costs more than reading the file. */
const readAtOnce = 1_000;

/** The most changes that are looked through for news. */
const mostRead = 5_000;

/** Makes a reader of the changes that feeds for readers tell, as far as git knows of them. It reads no more of them than were asked for. */
export function committedNews({ pages }: CommittedChanges, history: Texts) {
  const portions = portionsOf(pages);
  const read: Promise<ToldChange[]>[] = [];
  const portion = (number: number): Promise<ToldChange[]> =>
    (read[number] ??= toldAmong(portions[number] ?? [], history));

  return async (scope: NewsScope, limit: number): Promise<ToldChange[]> => {
    const found: ToldChange[] = [];
    for (let number = 0; number < portions.length && found.length < limit; number += 1) {
      found.push(...(await portion(number)).filter((change) => isIn(change, scope)));
    }
    return found.slice(0, limit);
  };
}

/** The newest changes, newest first. */
function portionsOf(pages: CommittedChanges['pages']): CommittedChange[][] {
  const newest = pages
    .flatMap(({ changes }) => changes)
    .slice(-mostRead)
    .reverse();

  return Array.from({ length: Math.ceil(newest.length / readAtOnce) }, (_, number) =>
    newest.slice(number * readAtOnce, (number + 1) * readAtOnce),
  );
}

async function toldAmong(changes: readonly CommittedChange[], history: Texts): Promise<ToldChange[]> {
  const blobs = changes.flatMap(({ version, before, stone }) => [version.blob, before?.blob, stone]);
  const texts = await history.texts(blobs.filter((blob) => typeof blob === 'string'));

  return changes.flatMap((change) => toldChange(change, texts));
}

function toldChange(committed: CommittedChange, texts: ReadonlyMap<string, string>): ToldChange[] {
  const { version, before } = committed;
  const change = explained(committed, texts);
  const [old, now] = [before, version].map((each) => readProfile(texts.get(each?.blob ?? '') ?? ''));
  const news = declaredNews(change.kind, old, now);

  return news ? [{ ...change, key: change.commit, news }] : [];
}

function explained({ version, stone }: CommittedChange, texts: ReadonlyMap<string, string>): ServiceChange {
  const { id, kind, commit, at } = version;
  if (kind === 'known') throw new Error(`${id} as a shallow repository begins with it is no change`);

  const change = { at, kind, id, commit };
  if (stone === null) return change;
  const read = readTombstone(tombstoneFilePath(id), texts.get(stone) ?? '');
  if ('problems' in read) return change;
  const { byOperator, reason } = read.value;
  return { ...change, kind: byOperator ? 'removed' : kind, reason };
}

function isIn({ id, news }: ToldChange, scope: NewsScope): boolean {
  if (scope === 'all') return true;

  return 'service' in scope ? id === scope.service : news.category === scope.category;
}
