/** A place in a list of results as a cursor: a text without further meaning, safe in a URL. */
export function printListCursor(offset: number): string {
  return Buffer.from(`after ${String(offset)}`).toString('base64url');
}

/** Undefined for a text that is no such cursor. */
export function readListCursor(cursor: string): number | undefined {
  const [, digits] = /^after (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];

  return digits === undefined ? undefined : Number(digits);
}

/** The cursor of the page after this one; undefined on the last page. `shown` counts the entries of this page. */
export function nextListCursor(offset: number, shown: number, total: number): string | undefined {
  return shown > 0 && offset + shown < total ? printListCursor(offset + shown) : undefined;
}
