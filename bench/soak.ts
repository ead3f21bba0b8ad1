import { type Report, soak } from '../test/long/soak/soak.ts';
import { type Figure, writeResult } from './result.ts';

const minutes = Number(process.env['SOAK_MINUTES'] ?? '30');
const load = { servers: 3, killEveryMs: 20_000, pauseMs: 35_000, leaseSeconds: 12, writers: 6, readers: 4 };
const maxGrowth = 1.2;

/**
 * Runs three servers under load for half an hour, while one after the other is killed, and compares at the end what was acknowledged, git,
 * every server, the feed, webhooks and checks. `SOAK_MINUTES` makes it shorter.
 */
export async function benchSoak(): Promise<void> {
  const report = await soak({ ...load, minutes });
  for (const line of [...report.faults, ...report.errors]) console.error(line);
  await writeResult('soak', figuresOf(report));
}

function figuresOf({ faults, counts, levels, errors, settledMs }: Report): Figure[] {
  const acts = counts.registered + counts.changed + counts.removed;
  const growth = levels && levels.late.residentMb / levels.early.residentMb;
  const handles = levels && levels.late.descriptors / levels.early.descriptors;

  return [
    {
      what: `promises broken in ${String(minutes)} minutes over ${String(load.servers)} servers`,
      wanted: '0',
      measured: String(faults.length),
      reached: faults.length === 0,
      note: `${String(acts)} acts acknowledged (${String(counts.registered)} registrations, ${String(counts.changed)} changes, ${String(counts.removed)} removals), ${String(counts.askedAgain)} asked again; ${String(counts.reads)} reads, ${String(counts.cutReads)} of them cut by a kill`,
    },
    {
      what: 'servers killed or stopped, and paused for 35 s',
      wanted: 'one every 20 s',
      measured: `${String(counts.kills)} and ${String(counts.pauses)}`,
      reached: true,
      note: `${String(errors.length)} errors in their logs; all agreed ${(settledMs / 1000).toFixed(1)} s after the last act`,
    },
    {
      what: 'memory of a server, last quarter of its life beside the second',
      wanted: `≤ ${String(maxGrowth)}`,
      measured: growth?.toFixed(2) ?? 'not seen',
      reached: growth !== undefined && growth <= maxGrowth,
      note: levels ? `${levels.early.residentMb.toFixed(0)} and ${levels.late.residentMb.toFixed(0)} MB` : '',
    },
    {
      what: 'file descriptors of a server, last quarter of its life beside the second',
      wanted: `≤ ${String(maxGrowth)}`,
      measured: handles?.toFixed(2) ?? 'not seen',
      reached: handles !== undefined && handles <= maxGrowth,
      note: levels ? `${String(levels.early.descriptors)} and ${String(levels.late.descriptors)}` : '',
    },
  ];
}
