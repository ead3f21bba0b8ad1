import { declaredNews, type NewsScope, type NewsItem } from '../domain/news.ts';
import { readProfile } from '../domain/profile.ts';
import { readTombstone } from '../domain/read-service-file.ts';
import type { ServiceChange } from '../domain/service-change.ts';
import { tombstoneFilePath } from '../domain/service-file.ts';
import type { VersionKind } from '../domain/service-version.ts';
import type { CommitHistory } from './ports.ts';

/** A declared change, with what git has of it. */
export interface CommittedChange {
  readonly id: string;
  readonly kind: Exclude<VersionKind, 'known'>;
  readonly commit: string;
  readonly at: Date;
  /** The object with the declaration from then on, and the one before; null without. */
  readonly blob: string | null;
  readonly before: string | null;
  /** The object of the tombstone that came with a deletion; null without. */
  readonly stone: string | null;
}

/** Changes in the order of the branch: the page with this number, counted from the first commit of the repository. */
export interface CommittedPage {
  readonly number: number;
  readonly size: number;
  /** The times of its earliest and its latest change. */
  readonly from: Date;
  readonly to: Date;
  /** Pages of the same number and key tell the same. */
  readonly key: string;
}

/** What the commits of a catalog tell by themselves: the same commits tell the same on every machine, whatever the catalog holds now. */
export interface CommittedChanges {
  /** Those with changes since a time, and at least the last one. All but the last are full, and never change. */
  readonly pages: readonly CommittedPage[];
  /** Whether the repository holds all commits. A shallow one counts from where it begins. */
  readonly isComplete: boolean;
  on(page: Pick<CommittedPage, 'number'>): readonly CommittedChange[];
  newest(limit: number, without: number): readonly CommittedChange[];
}

export const committedPageSize = 500;

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
const maxRead = 5_000;

/** Makes a reader of the changes that feeds for readers tell, as far as git knows of them. It reads no more of them than were asked for. */
export function committedNews(changes: Pick<CommittedChanges, 'newest'>, history: Texts) {
  const read: Promise<NewsItem[]>[] = [];
  const portion = (number: number): Promise<NewsItem[]> =>
    (read[number] ??= newsItemsAmong(changes.newest(readAtOnce, number * readAtOnce), history));

  return async (scope: NewsScope, limit: number): Promise<NewsItem[]> => {
    const found: NewsItem[] = [];
    for (let number = 0; number < maxRead / readAtOnce && found.length < limit; number += 1) {
      found.push(...(await portion(number)).filter((change) => isIn(change, scope)));
    }
    return found.slice(0, limit);
  };
}

async function newsItemsAmong(changes: readonly CommittedChange[], history: Texts): Promise<NewsItem[]> {
  if (changes.length === 0) return [];

  const blobs = changes.flatMap(({ blob, before, stone }) => [blob, before, stone]);
  const texts = await history.texts(blobs.filter((blob) => typeof blob === 'string'));

  return changes.flatMap((change) => newsItemsOf(change, texts));
}

function newsItemsOf(committed: CommittedChange, texts: ReadonlyMap<string, string>): NewsItem[] {
  const { before, blob } = committed;
  const change = explained(committed, texts);
  const [old, now] = [before, blob].map((each) => readProfile(texts.get(each ?? '') ?? ''));
  const news = declaredNews(change.kind, old, now);

  return news ? [{ ...change, key: change.commit, news }] : [];
}

function explained(
  { id, kind, commit, at, stone }: CommittedChange,
  texts: ReadonlyMap<string, string>,
): ServiceChange {
  const change = { at, kind, id, commit };
  if (stone === null) return change;
  const read = readTombstone(tombstoneFilePath(id), texts.get(stone) ?? '');
  if ('problems' in read) return change;
  const { byOperator, reason } = read.value;
  return { ...change, kind: byOperator ? 'removed' : kind, reason };
}

function isIn({ id, news }: NewsItem, scope: NewsScope): boolean {
  if (scope === 'all') return true;

  return 'service' in scope ? id === scope.service : news.category === scope.category;
}
