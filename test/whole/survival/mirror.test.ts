import { expect, test } from 'vitest';
import { caseCount, casesTimeoutMs } from '../../support/cases.ts';
import { mirrorUnderEdits } from '../../support/mirrored-edits.ts';

const edits = caseCount(24);

test(
  `mirrors equal the export after ${String(edits)} edits and kills on both sides`,
  { timeout: casesTimeoutMs },
  async () => {
    const outcome = await mirrorUnderEdits({
      writers: 4,
      edits,
      serverKills: caseCount(0.2),
      mirrorKills: caseCount(0.4),
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
