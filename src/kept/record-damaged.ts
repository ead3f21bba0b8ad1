/** A file of records that ends too early, or holds other bytes than were written. */
export class RecordDamaged extends Error {
  override readonly name = 'RecordDamaged';

  constructor() {
    super('a record is damaged');
  }
}
