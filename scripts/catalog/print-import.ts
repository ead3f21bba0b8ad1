import { counted } from '../../src/texts/formats.ts';
import { printable } from '../../src/domain/plain-text.ts';
import type { ImportReport } from '../../src/import/report.ts';

interface Printed {
  /** Where the whole report is; undefined where none was written. */
  readonly path: string | undefined;
  /** Undefined where nothing was committed. */
  readonly commit: string | undefined;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
}

const maxReasons = 20;
const maxIds = 20;

/** Prints what became of an import: one JSON object, or lines for people. The report has every entry that was left out. */
export function printReport(report: ImportReport, { path, commit, isDryRun, isJson }: Printed): void {
  if (isJson) {
    const { leftOut: _leftOut, ...summary } = report;
    console.log(
      JSON.stringify({ ...summary, dryRun: isDryRun, commit: commit ?? null, report: path ?? null }),
    );
    return;
  }

  for (const cut of report.cuts) console.error(`the source was not read to its end: ${cut}`);
  console.log(sumsOf(report, isDryRun));
  for (const line of reasonsOf(report)) console.log(line);
  for (const line of goneOf(report)) console.log(line);
  if (path !== undefined) console.log(`report: ${path}`);
}

function sumsOf({ counts }: ImportReport, isDryRun: boolean): string {
  const { entries, repeated, added, changed, restored, same, leftOut } = counts;
  const begin = `${counted(entries, ['entry', 'entries'])}${isDryRun ? ', if this were no dry run' : ''}`;

  return `${begin}: ${added} added, ${changed} changed, ${restored} restored, ${same} as before, ${leftOut} left out${repeated > 0 ? `, ${repeated} came twice` : ''}`;
}

/** Each reason with its number and the first entry that it was given to. */
function reasonsOf({ reasons, leftOut }: ImportReport): string[] {
  const lines = Object.entries(reasons).map(([code, count]) => {
    const first = leftOut.find((each) => each.code === code);
    return `  ${count} × ${code}, such as ${printable(first?.resource ?? '', 120)}: ${printable(first?.detail ?? '', 300)}`;
  });

  return cut(lines, maxReasons, 'further reasons');
}

function goneOf({ gone, removed }: ImportReport): string[] {
  const removedIds = new Set(removed);
  const lines = gone.map(
    (id) =>
      `  ${id} is no longer listed at the source, and ${removedIds.has(id) ? 'was removed' : 'stays listed here'}`,
  );

  return cut(lines, maxIds, 'more of that kind');
}

function cut(lines: readonly string[], most: number, others: string): string[] {
  const more = lines.length - most;

  return more > 0 ? [...lines.slice(0, most), `  … and ${more} ${others}; see the report`] : [...lines];
}
