import { printable } from '../../src/domain/plain-text.ts';
import { printJson } from '../print-json.ts';
import type { AppliedBatch, AppliedChange, MirrorReport } from '../../src/mirror/mirror.ts';

/** Prints what a mirror applied, for people or as JSON lines. The services of a first export are counted only. */
export function printBatch(batch: AppliedBatch, isJson: boolean): void {
  const { changes, isFirst } = batch;
  const listed = isFirst ? [] : changes;

  if (isJson) {
    for (const { id, effect, kind, at, commit, reason } of listed) {
      printJson({ type: 'change', id, effect, kind, at, commit, reason });
    }
    printJson({ ...batch, type: 'batch', changes: changes.length });
    return;
  }
  for (const change of listed) console.log(changeLine(change));
  console.log(batchLine(batch));
}

export function printReport(report: MirrorReport, isJson: boolean): void {
  if (isJson) {
    printJson({ type: 'report', ...report });
    return;
  }
  const { services, commit, signature, log, outcomes } = report;
  const parts = [
    `up to date: ${String(services)} services${commit === null ? '' : ` at commit ${commit}`}`,
    signature && `signed by ${signature.signedBy}, ${comparison(signature)}`,
    log && `in agreement with the log of ${String(log.size)} entries`,
    outcomes &&
      `what buyers say of ${String(outcomes.services)} services recomputed from ${String(outcomes.records)} records`,
  ];
  console.log(parts.filter((part) => part !== undefined).join('; '));
}

function comparison({ same, builtAt }: NonNullable<MirrorReport['signature']>): string {
  return same === null
    ? `but not compared with the build of ${builtAt}`
    : `${String(same)} services unchanged since the build of ${builtAt}`;
}

function changeLine({ kind, effect, id, reason }: AppliedChange): string {
  const note = effect === 'same' ? ' (nothing to do)' : '';

  return printable(`${kind} ${id}${note}${reason === null ? '' : `: ${reason}`}`);
}

function batchLine({ source, changes, services }: AppliedBatch): string {
  const count = (wanted: AppliedChange['effect']): number =>
    changes.filter(({ effect }) => effect === wanted).length;
  const counts = (['created', 'updated', 'removed'] as const).map(
    (effect) => `${String(count(effect))} ${effect}`,
  );

  return `${source}: ${counts.join(', ')}; ${String(services)} services`;
}
