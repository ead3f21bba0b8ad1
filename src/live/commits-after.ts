import { noCommit } from '../domain/commit.ts';
import { BranchRewritten, type CatalogCommit } from '../domain/service-version.ts';
import type { CommitHistory } from './ports.ts';

/** The commits of the branch that come after one, oldest first. None when the branch was rewritten since, as nobody knows which they are. */
export async function* commitsAfter(
  history: Pick<CommitHistory, 'commits'>,
  commit: string,
  upTo: string,
): AsyncGenerator<CatalogCommit> {
  const after = commit === noCommit.commit ? undefined : commit;
  try {
    for await (const portion of history.commits({ after, upTo })) yield* portion;
  } catch (error) {
    if (!(error instanceof BranchRewritten)) throw error;
  }
}
