/** A place in the feed of changes: just after one of them, or before the first. */
export interface FeedPosition {
  /** Names the database that numbers the changes; another one starts over. */
  readonly epoch: string;
  /** Of the last change before this place; 0 before the first. */
  readonly number: number;
  /** Its time in milliseconds since 1970, by which a database restored from a backup distinguishes its changes from those that it lost. */
  readonly at: number;
}

/** Numbers from here on are given to changes as they happen; those below, to changes from git before the database existed. */
export const firstLive = 2 ** 40;

const form = /^([\da-f]{16})\.([\da-z]{1,11})\.([\da-z]{1,11})$/;

/** The position as a cursor: a text without meaning for clients, safe in a URL. */
export function printCursor({ epoch, number, at }: FeedPosition): string {
  return Buffer.from([epoch, number.toString(36), at.toString(36)].join('.')).toString('base64url');
}

/** Undefined for a text that is no cursor. */
export function readCursor(text: string): FeedPosition | undefined {
  const [, epoch = '', number = '', at = ''] = form.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (epoch === '') return undefined;

  const position = { epoch, number: Number.parseInt(number, 36), at: Number.parseInt(at, 36) };
  return printCursor(position) === text ? position : undefined;
}
