export interface TiedPayer {
  readonly payer: string;
  /** As in a finding; null where nobody knows who funded it. */
  readonly funders: readonly string[] | null;
}

/** All payers whose funding is unknown belong together: they may all be one. */
const unknown = 'unknown';

/**
 * The groups of payers that may be one: those who paid each other, were funded by the same wallet, or of whom nobody knows who funded them. Answers
 * the group of each payer. A payer joins the first group that it is tied to, and never joins two groups into one: whoever is paid by honest
 * buyers could otherwise make a single group of them.
 */
export function clusterOf(payers: readonly TiedPayer[]): (payer: string) => string {
  const groups = new Map<string, string>();
  for (const { payer, funders } of payers) {
    const tied = [payer, ...(funders ?? [unknown])];
    const group = tied.map((wallet) => groups.get(wallet)).find((known) => known !== undefined) ?? payer;
    for (const wallet of tied) if (!groups.has(wallet)) groups.set(wallet, group);
  }

  return (payer) => groups.get(payer) ?? payer;
}
