import type { BlockTime } from '../../domain/settlement.ts';

/** Close enough to the time that was asked for. */
const closeMs = 60_000;
/** Steps that guess by the pace of the chain; later ones halve the range. */
const guesses = 4;
const firstStep = 1_000;

/** Reads a block, or the next one after it where that number was skipped. */
export type ReadBlock = (number: number) => Promise<BlockTime>;

/** The last block known to be too early, and the first one known to be late enough. */
interface Bounds {
  readonly early: BlockTime;
  readonly late: BlockTime;
  /** The number that led to `late`: a smaller one, where numbers are skipped. */
  readonly end: number;
}

/**
 * The first block that was made at `time` or later, or one at most a minute after that; the tip when there is none. Reads about five
 * blocks of a chain with an even pace, some 25 of others.
 */
export async function searchBlock(tip: BlockTime, time: Date, read: ReadBlock): Promise<BlockTime> {
  if (tip.at < time) return tip;

  let bounds = await boundsBelow({ early: tip, late: tip, end: tip.block }, time, read);
  for (let step = 0; !isFound(bounds, step); step += 1) {
    const number = step < guesses ? guess(bounds, time) : middle(bounds);
    const block = await read(number);
    bounds = block.at < time ? { ...bounds, early: block } : { ...bounds, late: block, end: number };
  }
  return bounds.late;
}

/** Steps back in growing steps until a block is too early, or there is none before. */
async function boundsBelow(start: Bounds, time: Date, read: ReadBlock): Promise<Bounds> {
  let bounds = start;
  for (let step = firstStep; bounds.end > 0;) {
    const number = Math.max(0, bounds.end - step);
    const block = await read(number);
    if (block.at < time) return { ...bounds, early: block };

    const msPerBlock = (start.late.at.getTime() - block.at.getTime()) / (start.end - number);
    const rest = Math.ceil((1.05 * (block.at.getTime() - time.getTime())) / msPerBlock);
    step = Number.isFinite(rest) ? Math.max(firstStep, rest) : 2 * step;
    bounds = { ...bounds, late: block, end: number };
  }
  return bounds;
}

function isFound({ early, late, end }: Bounds, step: number): boolean {
  if (end - early.block <= 1) return true;

  return step >= guesses && late.at.getTime() - early.at.getTime() <= closeMs;
}

function guess({ early, late, end }: Bounds, time: Date): number {
  const part = (time.getTime() - early.at.getTime()) / (late.at.getTime() - early.at.getTime());
  const number = early.block + Math.ceil(part * (late.block - early.block));

  return Math.min(Math.max(number, early.block + 1), end - 1);
}

function middle({ early, end }: Bounds): number {
  return Math.floor((early.block + end) / 2);
}
