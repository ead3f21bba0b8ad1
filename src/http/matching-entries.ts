import type { Entry } from '../domain/snapshot.ts';
import type { Turns } from '../live/turns.ts';

/** Whether an entry passes. */
export type Test = (entry: Entry) => boolean;

/** Entries that are read in one turn of the event loop: about a millisecond, when all are read for the first time. */
const entriesPerTurn = 200;

/** The entries that pass all tests, in their order. Other requests are answered while many are read. */
export async function passing(
  entries: Iterable<Entry>,
  tests: readonly Test[],
  turns: Turns,
): Promise<Entry[]> {
  const passed: Entry[] = [];
  await readInTurns(entries, turns, (entry) => {
    if (tests.every((test) => test(entry))) passed.push(entry);
  });
  return passed;
}

/** Reads entries a few at a time, so that other requests are answered in between. */
export async function readInTurns(
  entries: Iterable<Entry>,
  turns: Turns,
  read: (entry: Entry) => void,
): Promise<void> {
  let count = 0;
  for (const entry of entries) {
    if (count % entriesPerTurn === 0 && count > 0) await turns.next();
    count += 1;
    read(entry);
  }
}
