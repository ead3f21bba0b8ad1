import { describe, expect, it } from 'vitest';
import { settled } from '../../src/import/settle.ts';

/** A catalog whose commit moves while these decisions are made, by number. */
function aCatalog(...moves: readonly number[]): {
  commit: () => Promise<string>;
  decide: () => Promise<string>;
} {
  let [commit, decisions] = [0, 0];

  return {
    commit: () => Promise.resolve(`commit ${commit}`),
    decide: () => {
      const decided = `on commit ${commit}`;
      decisions += 1;
      if (moves.includes(decisions)) commit += 1;
      return Promise.resolve(decided);
    },
  };
}

describe('a decision', () => {
  it.each<readonly [when: string, moves: readonly number[], decided: string]>([
    ['never', [], 'on commit 0'],
    ['once', [1], 'on commit 1'],
    ['three times', [1, 2, 3], 'on commit 3'],
  ])('is on the newest commit where that moved %s meanwhile', async (_when, moves, decided) => {
    const { commit, decide } = aCatalog(...moves);

    expect(await settled(commit, decide)).toBe(decided);
  });

  it('is given up where the commit does not rest', async () => {
    const { commit, decide } = aCatalog(1, 2, 3, 4, 5);

    await expect(settled(commit, decide)).rejects.toThrow(
      /^the catalog changes faster than the import can decide on it/,
    );
  });
});
