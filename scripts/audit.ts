import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../src/config/config.ts';
import type { AuditFilter, AuditLine } from '../src/domain/audit.ts';
import { durationMs } from '../src/domain/duration.ts';
import { OwnerId } from '../src/domain/owner.ts';
import { printable } from '../src/domain/plain-text.ts';
import { readTime } from '../src/domain/timestamp.ts';
import { openState } from '../src/open/state.ts';
import { auditLineView } from '../src/views/audit.ts';
import { printJson } from './print-json.ts';
import { runCommand } from './run-command.ts';

interface Options extends AuditFilter {
  readonly limit: number;
  readonly json?: true;
}

/** Lines that are read at once. */
const pageSize = 1_000;

/** Prints lines, newest first, page by page, so that a trail of any length takes little memory. */
async function print({ limit, json, ...filter }: Options): Promise<void> {
  const state = await openState(readConfig(process.env));
  try {
    let { before } = filter;
    let printed = 0;
    for (let isMore = true; isMore && printed < limit;) {
      const size = Math.min(pageSize, limit - printed);
      const lines = await state.audit.page({ ...filter, before }, size);
      for (const line of lines) {
        if (json) printJson(auditLineView(line));
        else console.log(sentenceOf(line));
      }
      printed += lines.length;
      before = lines.at(-1)?.number;
      isMore = lines.length === size;
    }

    if (json) return;
    if (printed === 0) console.error('There are no such lines.');
    else if (printed === limit) console.error(`For older lines, add: --before ${String(before)}`);
  } finally {
    await state.close();
  }
}

function sentenceOf({
  number,
  at,
  act,
  owner,
  key,
  service,
  subject,
  client,
  requestId,
  outcome,
}: AuditLine): string {
  const who = client === undefined ? 'operator' : `${owner ?? '-'} (key ${key ?? '-'})`;
  const about = [service, subject, ...(client === undefined && owner !== subject ? [owner] : [])];

  return printable(
    [
      String(number),
      at.toISOString(),
      client ?? 'command line',
      who,
      act,
      about.filter((text) => text !== undefined).join(' ') || '-',
      outcome ?? 'unknown',
      requestId ?? '-',
    ].join('  '),
    1_000,
  );
}

function since(text: string): Date {
  const ms = durationMs(text);
  const at = ms === undefined ? readTime(text) : new Date(Date.now() - ms);
  if (at) return at;

  throw new InvalidArgumentError(
    'write how long ago, like 7d or 12h, or a time, like 2030-01-31 or 2030-01-31T12:00:00Z.',
  );
}

function owner(text: string): string {
  const { data } = OwnerId.safeParse(text);
  if (data !== undefined) return data;

  throw new InvalidArgumentError('write it like acme, github:9919 or wallet:0x….');
}

function count(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);

  throw new InvalidArgumentError('write a whole number.');
}

function most(text: string): number {
  return count(text) === 0 ? Infinity : count(text);
}

const command = new Command('audit')
  .description(
    'Lists who did what with the catalog, newest first: writes, and acts on keys, of the last 90 days. Works beside a running server.',
  )
  .option('--since <time>', 'only from this day (UTC) or time on, or so long ago, like 7d', since)
  .option('--owner <owner>', 'only what this owner did, and what the operator did about it', owner)
  .option('--service <id>', 'only what was done to this service')
  .option('--before <number>', 'only lines before this one, to go on where a list ended', count)
  .option('--limit <number>', 'how many lines; 0 for all', most, 100)
  .option('--json', 'print each line as a JSON object')
  .action(print);

export function auditCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await auditCommand();
