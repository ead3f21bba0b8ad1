import type { Harvest } from './harvest.ts';
import type { LeftOut } from './left-out.ts';
import type { ImportPlan } from './plan.ts';
import type { Source } from './source.ts';

/** What became of an import, for programs and for the file of the report. It has no times, so that the same outcome is the same text. */
export interface ImportReport {
  readonly source: Source;
  /** Whether the source was read to its end. */
  readonly complete: boolean;
  /** Why entries may be missing. */
  readonly cuts: readonly string[];
  readonly counts: {
    readonly entries: number;
    readonly repeated: number;
    readonly added: number;
    readonly changed: number;
    readonly restored: number;
    readonly same: number;
    readonly leftOut: number;
    readonly gone: number;
    readonly removed: number;
  };
  /** How many entries were left out, by the code of the reason. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly restored: readonly string[];
  /** Listings that the source lists no more, by id; still listed unless `removed` says otherwise. */
  readonly gone: readonly string[];
  readonly removed: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

export function reportOf(
  source: Source,
  { entries, repeated, cuts }: Harvest,
  plan: ImportPlan,
): ImportReport {
  const { added, changed, restored, same, leftOut } = plan;
  const gone = plan.gone.map(({ id }) => id).sort();
  const removed = plan.buried.map(({ id }) => id).sort();

  return {
    source,
    complete: cuts.length === 0,
    cuts,
    counts: {
      entries,
      repeated,
      added: added.length,
      changed: changed.length,
      restored: restored.length,
      same,
      leftOut: leftOut.length,
      gone: gone.length,
      removed: removed.length,
    },
    reasons: countedReasons(leftOut),
    ...{ added, changed, restored, gone, removed, leftOut },
  };
}

/** The most frequent reason first. */
function countedReasons(leftOut: readonly LeftOut[]): Record<string, number> {
  const groups = Map.groupBy(leftOut, ({ code }) => code);

  return Object.fromEntries(
    [...groups].map(([code, each]) => [code, each.length] as const).sort(([, a], [, b]) => b - a),
  );
}
