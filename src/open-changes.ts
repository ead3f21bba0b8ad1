import type { BuiltChanges } from './build/committed-files.ts';
import { dayMs } from './domain/duration.ts';
import { printCursor } from './domain/feed-position.ts';
import { newsFrom, retentionDays } from './live/change-feed.ts';
import {
  type CommittedChanges,
  committedNews,
  explainedChanges,
  readCommittedChanges,
} from './live/committed-changes.ts';
import type { CommitHistory } from './live/ports.ts';
import type { State } from './open-state.ts';
import type { SiteCatalog } from './site/site-catalog.ts';

type History = Pick<CommitHistory, 'extent' | 'commits' | 'texts'>;
type Log = Pick<State, 'changeLog'>;

/** Where the feed of a server ends now, as a cursor; null where no server has kept one. */
export async function feedCursor(state: Log | undefined): Promise<string | null> {
  const position = (await state?.changeLog.state())?.position;

  return position === undefined || position.number === 0 ? null : printCursor(position);
}

/** What a build tells of changes: the declared ones as git has them, and what feeds for readers tell. */
export async function openChanges(
  history: History,
  state: Log | undefined,
  at: Date,
): Promise<{ readonly changes: BuiltChanges; readonly readNews: SiteCatalog['readNews'] }> {
  const committed = await readCommittedChanges(history, new Date(at.getTime() - retentionDays * dayMs));
  const pages: BuiltChanges['pages'][number][] = [];
  for (const { number, changes } of committed.pages) {
    pages.push({ number, changes: await explainedChanges(changes, history) });
  }

  const changes = { isComplete: committed.isComplete, pages };
  if (!state || !(await isCurrent(state, committed))) {
    return { changes, readNews: committedNews(committed, history) };
  }
  return { changes, readNews: (scope, limit) => newsFrom(state.changeLog, scope, limit) };
}

/** Whether the feed of a server knows of the last commit. Otherwise no server has run since, and git knows more. */
async function isCurrent({ changeLog }: Log, { pages }: CommittedChanges): Promise<boolean> {
  const { position } = await changeLog.state();
  const last = pages.at(-1)?.changes.at(-1);

  return position.number > 0 && (last === undefined || position.at >= last.version.at.getTime());
}
