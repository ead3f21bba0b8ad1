import type { BuiltChanges } from '../build/committed-files.ts';
import { dayMs } from '../domain/duration.ts';
import { printCursor } from '../domain/feed-position.ts';
import { newsFrom, retentionDays } from '../live/change-feed.ts';
import { type CommittedChanges, committedNews, explainedChanges } from '../live/committed-changes.ts';
import type { CommitHistory } from '../live/ports.ts';
import { readCommittedChanges } from '../live/read-committed-changes.ts';
import type { State } from './state.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';

type History = Pick<CommitHistory, 'extent' | 'commits' | 'texts'>;

/** Where the feed of a server ends now, as a cursor; null where no server has recorded a change. */
export async function feedCursor(state: Pick<State, 'changeLog'> | undefined): Promise<string | null> {
  const position = (await state?.changeLog.state())?.position;

  return position === undefined || position.number === 0 ? null : printCursor(position);
}

/** The changes for a build. */
interface ChangesForBuild {
  /** The declared ones, as git has them. */
  readonly changes: BuiltChanges;
  /** The items of feeds for readers. */
  readonly readNews: SiteCatalog['readNews'];
}

/** Reads the changes of the last 90 days before a build. */
export async function readChanges(
  history: History,
  state: Pick<State, 'changeLog'> | undefined,
  at: Date,
): Promise<ChangesForBuild> {
  const from = new Date(at.getTime() - retentionDays * dayMs);
  const committed = await readCommittedChanges(history, from);
  const pages = committed.pages.map((page) => ({
    ...page,
    read: () => explainedChanges(committed.on(page), history),
  }));
  const readNews: ChangesForBuild['readNews'] =
    state && (await isCurrent(state, committed))
      ? (scope, limit) => newsFrom(state.changeLog, scope, limit)
      : committedNews(committed, history);

  return { changes: { isComplete: committed.isComplete, pages }, readNews };
}

/** Whether the feed of a server knows of the last commit. Otherwise no server has run since, and git knows more. */
async function isCurrent(
  { changeLog }: Pick<State, 'changeLog'>,
  committed: Pick<CommittedChanges, 'newest'>,
): Promise<boolean> {
  const { position } = await changeLog.state();
  const last = committed.newest(1, 0)[0];

  return position.number > 0 && (last === undefined || position.at >= last.at.getTime());
}
