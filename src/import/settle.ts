import { ImportFault } from './import-fault.ts';

const mostAttempts = 5;

/**
 * Decides on a catalog that others change: again where its commit moved meanwhile, so that nothing that an owner did is overwritten by a decision
 * on what was there before.
 */
export async function settled<Decided>(
  commit: () => Promise<string>,
  decide: () => Promise<Decided>,
): Promise<Decided> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const before = await commit();
    const decided = await decide();
    if ((await commit()) === before) return decided;
  }

  throw new ImportFault(
    'busy',
    'the catalog changes faster than the import can decide on it; run it again within an hour, when fewer owners are at work',
  );
}
