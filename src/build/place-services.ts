import { setImmediate as nextTurn } from 'node:timers/promises';
import { allDone } from '../domain/all-done.ts';
import type { BuildFiles } from './build-files.ts';
import type { KeptServices } from './kept-services.ts';
import type { PlaceServices, ServiceOrder } from './service-files.ts';

/** Services that are placed before the next ones are asked for. */
const portion = 32;

/**
 * Places services, portion by portion, with everybody who can. Calls `done` with the number of services after each portion. Returns how many
 * of them have changed since the last build.
 */
export async function placeServices(
  ids: readonly string[],
  placers: readonly PlaceServices[],
  files: BuildFiles,
  similarTo: KeptServices['similarTo'],
  done: (services: number) => void,
): Promise<number> {
  let changed = 0;
  const orderOf = (id: string): ServiceOrder => ({ id, kept: files.kept.get(id), similar: similarTo(id) });
  const starts = Array.from({ length: Math.ceil(ids.length / portion) }, (_, i) => i * portion).values();
  const work = async (place: PlaceServices): Promise<void> => {
    for (const start of starts) {
      const orders = ids.slice(start, start + portion).map(orderOf);
      const groups = await place(orders);
      for (const [i, { id, kept }] of orders.entries()) {
        const group = groups[i];
        const placed = group ?? kept;
        if (placed) files.add(id, placed);
        if (group) changed += 1;
      }
      done(orders.length);
      await nextTurn();
    }
  };

  await allDone(placers.map(work));
  return changed;
}
