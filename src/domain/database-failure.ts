/** A database of the catalog cannot be made, for example because the disk is full. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
}
