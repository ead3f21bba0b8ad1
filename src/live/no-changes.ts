import type { ChangeLog } from './ports.ts';

/** A memory of changes that stays empty, for where nothing changes. */
export const noChanges: ChangeLog = {
  append: () => Promise.resolve(),
  listed: () => Promise.resolve(new Map()),
  tombstone: () => Promise.resolve(undefined),
};
