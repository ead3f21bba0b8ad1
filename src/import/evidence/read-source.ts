import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { HttpProbe } from '../../adapters/probe/http-probe.ts';
import { isFailed } from '../../adapters/probe/probe-outcome.ts';
import { minuteMs } from '../../domain/duration.ts';
import { printable, quoted } from '../../domain/plain-text.ts';
import { fileFault } from '../../domain/system-fault.ts';
import { ImportFault } from '../import-fault.ts';
import { nameOf } from '../source-client.ts';

/** Several times what 10,000 statements take. */
const maxBytes = 64 * 1024 * 1024;
const deadlineMs = 5 * minuteMs;

/** A name of a source, as each statement shows it. */
const sourceName = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Reads the text at a URL, or in a file. @throws {ImportFault} */
export async function readSource(from: string, reader: Pick<HttpProbe, 'read'>): Promise<string> {
  return isUrl(from) ? readUrl(new URL(from), reader) : readText(from);
}

/** How statements name where they come from: as the operator says, else by the host or by the name of the file. @throws {ImportFault} */
export function nameOfSource(from: string, given: string | undefined): string {
  const own = isUrl(from) ? new URL(from).hostname : basename(from, extname(from)).toLowerCase();
  const name = given ?? own;
  if (sourceName.test(name)) return name;

  throw new ImportFault(
    'usage',
    `${quoted(name)} is no name of a source; give one of 1 to 64 small letters, digits, ".", "_" or "-" with --source`,
  );
}

function isUrl(from: string): boolean {
  return /^https?:\/\//i.test(from) && URL.canParse(from);
}

async function readUrl(url: URL, reader: Pick<HttpProbe, 'read'>): Promise<string> {
  const outcome = await reader.read(url.href, { maxBodyBytes: maxBytes, deadlineMs });
  if (isFailed(outcome)) {
    throw new ImportFault('unreachable', `${nameOf(url)} cannot be read: ${printable(outcome.detail)}`);
  }
  if (outcome.status !== 200) {
    throw new ImportFault('answer_invalid', `${nameOf(url)} answers HTTP ${String(outcome.status)}`);
  }
  if (outcome.isCut) throw new ImportFault('answer_invalid', tooLarge(nameOf(url)));
  return outcome.body;
}

async function readText(path: string): Promise<string> {
  const name = quoted(path);
  const bytes = await bytesOf(path, name);
  if (bytes === undefined) throw new ImportFault('usage', tooLarge(name));
  if (isUtf8(bytes)) return bytes.toString();

  throw new ImportFault('usage', `${name} is not UTF-8; import a text`);
}

/** Undefined for a file that is too large. @throws {ImportFault} */
async function bytesOf(path: string, name: string): Promise<Buffer | undefined> {
  try {
    return (await stat(path)).size > maxBytes ? undefined : await readFile(path);
  } catch (error) {
    const reason = `${name} cannot be read: ${fileFault(error)}; name a file, or the URL of one, with --from`;
    throw new ImportFault('usage', reason, { cause: error });
  }
}

function tooLarge(name: string): string {
  return `${name} has more than ${String(maxBytes / 1024 / 1024)} MiB, which is the limit; split it`;
}
