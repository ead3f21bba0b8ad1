import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../src/domain/error-code.ts';
import { printable, printableLines } from '../../src/domain/plain-text.ts';
import { follow, type Format, formats, mirror, MirrorFault, type Notice } from '../../src/mirror/mirror.ts';
import { printBatch, printReport } from './print-batch.ts';

interface Place {
  readonly from: string;
  readonly to: string;
}

export interface MirrorSettings {
  readonly follow?: true;
  readonly verify?: true;
  readonly signers?: string;
  readonly logKey?: string;
  readonly format?: Format;
  readonly maxBytes?: number;
  readonly json?: true;
}

export const mirrorDescription =
  'Copies a catalog into a folder and keeps the copy up to date. Goes on where it stopped. Ends with 1 and the reason when anything does not hold, and with 2 when it was not called rightly.';

/** Adds the options that every command line of the mirror has, whatever it calls the catalog and the folder. */
export function withMirrorOptions(command: Command): Command {
  return command
    .option('--follow', 'go on applying changes as they come, until Ctrl-C')
    .option(
      '--verify',
      'prove by the log of the catalog that the copy is what everybody sees, and that nothing in the past changed',
    )
    .option(
      '--signers <file>',
      'check the signature of the catalog: a file like its /.well-known/tollbook-signers',
      readSigners,
    )
    .option(
      '--log-key <key>',
      'the key that signs the log; asks for --verify; without it, the key of the first visit is remembered',
    )
    .addOption(
      new Option('--format <format>', 'one file a service, or one file of lines; "files" by default').choices(
        formats,
      ),
    )
    .option('--max-bytes <number>', 'the largest export to accept; 4 GiB by default', wholeNumber)
    .option('--json', 'print JSON lines');
}

/** Mirrors until the copy is up to date, or with `follow` until a signal; prints why when it fails, and sets the exit code. */
export async function runMirror(place: Place, settings: MirrorSettings): Promise<void> {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => controller.abort());
  // A batch that nobody read any more must not count as handed over.
  process.stdout.on('error', () => process.exit(1));

  try {
    await run(place, settings, controller.signal);
  } catch (error) {
    const reason = controller.signal.aborted
      ? 'stopped before the copy was complete; the next run goes on from here'
      : messageOf(error);
    print({ level: 'progress', text: '' });
    console.error(printableLines(`mirror: ${reason}`));
    process.exitCode = error instanceof MirrorFault && error.code === 'usage' ? 2 : 1;
  }
}

async function run(place: Place, settings: MirrorSettings, signal: AbortSignal): Promise<void> {
  const { follow: isEndless, json, maxBytes, ...given } = settings;
  const options = { ...given, ...place, maxExportBytes: maxBytes, signal, log: print };

  if (isEndless) {
    for await (const batch of follow(options)) printBatch(batch, json === true);
  } else {
    const report = await mirror(options, (batch) => printBatch(batch, json === true));
    printReport(report, json === true);
  }
}

/** Progress is for somebody who watches. */
function print({ level, text }: Notice): void {
  const { isTTY } = process.stderr;

  if (level === 'warning') process.stderr.write(`${isTTY ? '\r\u001b[K' : ''}mirror: ${printable(text)}\n`);
  else if (isTTY) process.stderr.write(`\r\u001b[K  ${printable(text)}`);
}

function readSigners(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${printable(messageOf(error))}.`);
  }
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);

  throw new InvalidArgumentError('write a whole number of bytes, like 1000000000.');
}
