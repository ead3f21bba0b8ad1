/** Words and meanings cannot be asked now: they are being loaded again, or too many questions wait. Lists without a text go on. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}
