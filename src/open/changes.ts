import type { BuiltChanges } from '../build/committed-files.ts';
import { dayMs } from '../domain/duration.ts';
import { printCursor } from '../domain/feed-position.ts';
import { newsFrom, retentionDays } from '../live/change-feed.ts';
import { KeptChanges } from '../kept/kept-changes.ts';
import { type CommittedChanges, committedNews, explainedChanges } from '../live/committed-changes.ts';
import type { CommitHistory, Log } from '../live/ports.ts';
import type { State } from './state.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';

type History = Pick<CommitHistory, 'extent' | 'commits' | 'texts'>;

/** Where the feed of a server ends now, as a cursor; null where no server has kept one. */
export async function feedCursor(state: Pick<State, 'changeLog'> | undefined): Promise<string | null> {
  const position = (await state?.changeLog.state())?.position;

  return position === undefined || position.number === 0 ? null : printCursor(position);
}

/** What a build tells of changes. Nothing of it can be read after `close`. */
interface OpenChanges {
  /** The declared ones, as git has them. */
  readonly changes: BuiltChanges;
  /** What feeds for readers tell. */
  readonly readNews: SiteCatalog['readNews'];
  readonly close: () => void;
}

/** Opens what a build tells of changes. `dataDir` is where that is kept for the next build. */
export async function openChanges(
  { history, dataDir, log }: { readonly history: History; readonly dataDir: string; readonly log: Log },
  state: Pick<State, 'changeLog'> | undefined,
  at: Date,
): Promise<OpenChanges> {
  const from = new Date(at.getTime() - retentionDays * dayMs);
  const committed = await KeptChanges.read({ history, dataDir, from, log });
  const pages = committed.pages.map((page) => ({
    ...page,
    read: () => explainedChanges(committed.on(page), history),
  }));
  const readNews: OpenChanges['readNews'] =
    state && (await isCurrent(state, committed))
      ? (scope, limit) => newsFrom(state.changeLog, scope, limit)
      : committedNews(committed, history);

  return {
    changes: { isComplete: committed.isComplete, pages },
    readNews,
    close: () => {
      committed.close();
    },
  };
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
