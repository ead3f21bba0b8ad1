/** A newer Tollbook created the state database. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';

  /** `cure`: how to go on without an update of Tollbook. */
  constructor(version: number, known: number, cure: string) {
    super(
      `the database has schema ${String(version)}, and this Tollbook knows up to ${String(known)}; update Tollbook, or ${cure}`,
    );
  }
}
