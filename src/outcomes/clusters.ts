/** A payer and what ties it to others. */
export interface TiedPayer {
  readonly payer: string;
  /** As in a finding; null where nobody knows who funded it. */
  readonly funders: readonly string[] | null;
}

/** All payers whose funding is unknown belong together: they may all be one. */
const unknown = 'unknown';

/**
 * The groups of payers that may be one: those who paid each other, were funded by the same wallet, or of whom nobody knows who funded them. Answers
 * the group of each payer, named by one of its members.
 */
export function clusterOf(payers: readonly TiedPayer[]): (payer: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (wallet: string): string => {
    let root = wallet;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  const tie = (one: string, other: string): void => {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a !== b) parents.set(a, b);
  };

  for (const { payer, funders } of payers) {
    for (const tied of funders ?? [unknown]) tie(payer, tied);
  }
  return rootOf;
}
