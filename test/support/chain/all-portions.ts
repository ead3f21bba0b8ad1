import type { Account, Portion, Settlement } from '../../../src/domain/settlement.ts';
import type { Ledger } from '../../../src/live/ports.ts';

/** All portions of a range. */
export async function portionsOf(
  ledger: Ledger,
  accounts: readonly Account[],
  from: number,
  to: number,
): Promise<Portion[]> {
  const portions: Portion[] = [];
  for await (const portion of ledger.settlements(accounts, from, to)) portions.push(portion);
  return portions;
}

/** All settlements of a range. */
export async function settlementsOf(
  ledger: Ledger,
  accounts: readonly Account[],
  from: number,
  to: number,
): Promise<Settlement[]> {
  return (await portionsOf(ledger, accounts, from, to)).flatMap(({ settlements }) => settlements);
}
