/** A commit that could not be made, with nothing of it kept. `message` says why, for the log; callers only learn that it failed. */
export class CommitFailure extends Error {
  override readonly name = 'CommitFailure';
}
