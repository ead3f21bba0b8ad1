import { expect, test } from 'vitest';
import { caseCount } from '../../support/cases.ts';
import { mirrorUnderEdits } from '../../support/mirrored-edits.ts';

const edits = caseCount(240);

test(
  `mirrors equal the export after ${String(edits)} edits and kills on both sides`,
  { timeout: 1_800_000 },
  async () => {
    const outcome = await mirrorUnderEdits({
      writers: 4,
      edits,
      serverKills: 2,
      mirrorKills: 4,
      options: ['--verify'],
    });

    expect(outcome.mirrors).toMatchObject([
      { format: 'files', faults: [], ended: { code: 0 }, isEqual: true },
      { format: 'ndjson', faults: [], ended: { code: 0 }, isEqual: true },
    ]);
    expect(outcome.services).toBeGreaterThan(0);
    expect(Object.values(outcome.edits).every((count) => count > 0)).toBe(true);
  },
);
