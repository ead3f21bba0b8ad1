import type { CatalogFile } from '../domain/catalog-file.ts';
import { retentionDays } from '../live/change-feed.ts';
import { bodyOf } from '../views/body.ts';
import {
  committedIndexView,
  committedPagePath,
  committedPageView,
  type NumberedPage,
} from '../views/committed-changes.ts';

/** The declared changes that a build tells of. */
export interface BuiltChanges {
  readonly isComplete: boolean;
  readonly pages: readonly NumberedPage[];
}

/** The changes of the catalog as files, for those who follow it without a server. */
export function* committedFiles({ isComplete, pages }: BuiltChanges, commit: string): Generator<CatalogFile> {
  for (const page of pages) {
    yield { path: committedPagePath(page), text: bodyOf(committedPageView(page)) };
  }

  const index = committedIndexView({ commit, retentionDays, isComplete, pages });
  yield { path: 'api/changes/index.json', text: bodyOf(index) };
}
