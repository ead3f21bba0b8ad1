import type { ServiceChange } from '../domain/service-change.ts';
import { retentionDays } from '../live/change-feed.ts';
import type { CommittedPage } from '../live/committed-changes.ts';
import { bodyOf } from '../views/body.ts';
import { committedIndexView, committedPagePath, committedPageView } from '../views/committed-changes.ts';
import type { BuiltFile } from './build-files.ts';

/** The declared changes that a build tells of. */
export interface BuiltChanges {
  readonly isComplete: boolean;
  readonly pages: readonly BuiltPage[];
}

interface BuiltPage extends CommittedPage {
  /** Reads its changes, which is not needed where the last build had the same page. */
  readonly read: () => Promise<readonly ServiceChange[]>;
}

/** The changes of the catalog as files, for those who follow it without a server. `code` is a key of the code that makes them. */
export function* committedFiles(
  { isComplete, pages }: BuiltChanges,
  commit: string,
  code: string,
): Generator<BuiltFile> {
  for (const page of pages) {
    const { key, read } = page;
    yield {
      path: committedPagePath(page),
      origin: bodyOf([code, key]),
      make: async () => bodyOf(committedPageView(await read())),
    };
  }

  const index = bodyOf(committedIndexView({ commit, retentionDays, isComplete, pages }));
  yield { path: 'api/changes/index.json', origin: index, make: () => index };
}
