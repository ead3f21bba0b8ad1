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
  const hash = Buffer.from(root, 'base64');
  const isSize = /^(?:0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size));
  if (origin === '' || !isSize || hash.length !== hashBytes || hash.toString('base64') !== root) {
    return undefined;
  }

  return { origin, size: Number(size), root: hash };
}
