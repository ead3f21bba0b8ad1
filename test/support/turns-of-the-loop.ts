import { nextTurn } from './next-turn.ts';

/** So many turns of the event loop. Whatever only waits for promises, and not for timers, files or the network, is done after a few. */
export async function turnsOfTheLoop(count = 20): Promise<void> {
  for (let i = 0; i < count; i += 1) await nextTurn();
}
