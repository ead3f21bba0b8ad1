import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printable, printableLines } from '../../src/domain/plain-text.ts';
import {
  follow,
  type Format,
  formats,
  mirror,
  MirrorFault,
  type Notice,
  type Requirement,
  type WitnessOptions,
} from '../../src/mirror/mirror.ts';
import { faultOf, fileFault, isOfPath } from '../../src/domain/system-fault.ts';
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
  readonly witness?: number;
  readonly witnessKey?: string;
  readonly require?: number;
  readonly witnesses?: string;
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
      textOf,
    )
    .option(
      '--log-key <key>',
      'the key that signs the log; asks for --verify; without it, the key of the first visit is remembered',
    )
    .option(
      '--require <number>',
      'how many of the witnesses in --witnesses must have cosigned the log; asks for --verify',
      wholeNumber,
    )
    .option('--witnesses <file>', 'the keys of witnesses, one a line, as they print them', textOf)
    .option(
      '--witness <port>',
      'cosign the log for its server, on this port of HOST (127.0.0.1 by default); asks for --follow and --verify',
      portNumber,
    )
    .option(
      '--witness-key <file>',
      'the key of the witness: an Ed25519 private key of OpenSSH without a passphrase; without it, one is made in the folder',
      textOf,
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
      : faultOf(error);
    print({ level: 'progress', text: '' });
    console.error(printableLines(`mirror: ${reason}`));
    process.exitCode = isUsage(error, place) ? 2 : 1;
  }
}

function isUsage(error: unknown, { to }: Place): boolean {
  if (error instanceof MirrorFault) return error.code === 'usage';

  return isOfPath(error) && error instanceof Error && 'path' in error && error.path === to;
}

async function run(place: Place, settings: MirrorSettings, signal: AbortSignal): Promise<void> {
  const { follow: isEndless, json, maxBytes, witness, witnessKey, require, witnesses, ...given } = settings;
  const options = {
    ...{ ...given, ...place, maxExportBytes: maxBytes, signal, log: print },
    require: requirementOf(require, witnesses),
    witness: witnessOf(witness, witnessKey),
  };

  if (isEndless) {
    for await (const batch of follow(options)) printBatch(batch, json === true);
  } else {
    const report = await mirror(options, (batch) => printBatch(batch, json === true));
    printReport(report, json === true);
  }
}

/** @throws {MirrorFault} when one option lacks the other */
function requirementOf(count: number | undefined, witnesses: string | undefined): Requirement | undefined {
  if (count === undefined && witnesses === undefined) return undefined;
  if (count !== undefined && witnesses !== undefined) return { count, witnesses };

  throw new MirrorFault('usage', '--require says how many of the witnesses in --witnesses; give both');
}

/** @throws {MirrorFault} for a key without a witness */
function witnessOf(port: number | undefined, key: string | undefined): WitnessOptions | undefined {
  const { HOST: host = '' } = process.env;
  if (port !== undefined) return { port, key, host: host === '' ? undefined : host };
  if (key === undefined) return undefined;

  throw new MirrorFault('usage', '--witness-key is the key of a witness; add --witness with its port');
}

/** Progress is for somebody who watches. */
function print({ level, text }: Notice): void {
  const { isTTY } = process.stderr;

  if (level !== 'progress') process.stderr.write(`${isTTY ? '\r\u001b[K' : ''}mirror: ${printable(text)}\n`);
  else if (isTTY) process.stderr.write(`\r\u001b[K  ${printable(text)}`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${printable(fileFault(error))}.`);
  }
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);

  throw new InvalidArgumentError('write a whole number above 0, like 1000000000.');
}

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);

  throw new InvalidArgumentError('write a port from 0 to 65535; 0 for any free one.');
}
