import { hashBytes, type Tree } from './merkle-tree.ts';

/** What a log says it is at one moment: C2SP tlog-checkpoint. */
export interface Checkpoint extends Tree {
  /** Names the log. */
  readonly origin: string;
}

/** The text of a checkpoint, to be signed as a note. */
export function printCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${String(size)}\n${Buffer.from(root).toString('base64')}\n`;
}

/** Further lines are extensions, which say nothing here. Undefined for what is no checkpoint. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const [count, hash] = [readSize(size), readHash(root)];
  return origin === '' || count === undefined || !hash ? undefined : { origin, size: count, root: hash };
}

/** A size of a tree in decimal, without leading zeros. */
export function readSize(text: string): number | undefined {
  const size = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;

  return Number.isSafeInteger(size) ? size : undefined;
}

/** A hash in base64, spelled as `printCheckpoint` does. */
export function readHash(text: string): Buffer | undefined {
  const hash = Buffer.from(text, 'base64');

  return hash.length === hashBytes && hash.toString('base64') === text ? hash : undefined;
}
