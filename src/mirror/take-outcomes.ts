import { createHash } from 'node:crypto';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../adapters/durable-file.ts';
import { errorCode } from '../domain/error-code.ts';
import { maxRecordBytes } from '../views/outcome-record.ts';
import { type CatalogClient, nameOf } from './catalog-client.ts';
import { linesOf } from './lines.ts';
import { invalid } from './read-answer.ts';
import { longestTag, type TakenOutcomes } from './state.ts';

export const outcomesPath = 'api/outcomes.ndjson';

interface Options {
  readonly from: URL;
  /** The copy to replace. */
  readonly to: string;
  /** What is known of the copy; null without one. */
  readonly last: TakenOutcomes | null;
  readonly maxBytes: number;
}

/**
 * Downloads what buyers say, unless the copy is still the same. A catalog of an older version has none, and the copy goes: null. Lines are cut and
 * counted here, and read when they are verified. @throws {MirrorFault}
 */
export async function takeOutcomes(
  client: CatalogClient,
  { from, to, last, maxBytes }: Options,
): Promise<TakenOutcomes | null> {
  const name = nameOf(new URL(outcomesPath, from));
  const known = (await isFile(to)) ? last : null;
  const headers: Record<string, string> = known?.etag ? { 'if-none-match': known.etag } : {};

  return client.read(outcomesPath, { maxBytes, headers }, async ({ status, headers: answered, body }) => {
    if (status === 304 && known) return known;
    if (status === 404) {
      await rm(to, { force: true });
      return null;
    }
    if (status !== 200) throw invalid(name, `it answers HTTP ${String(status)}`);

    const draft = `${to}.draft`;
    await rm(draft, { force: true });
    const file = await open(draft, 'wx');
    const sha256 = await writeLines(body, file, name).finally(() => file.close());
    await rename(draft, to);
    await syncFolder(dirname(to));
    const etag = answered.get('etag');
    return { etag: etag !== null && etag.length <= longestTag ? etag : null, sha256 };
  });
}

/** The SHA-256 of what was written, in hex. */
async function writeLines(body: AsyncIterable<Uint8Array>, file: FileHandle, name: string): Promise<string> {
  const hash = createHash('sha256');
  const fault = (what: 'too_long' | 'cut_off', line: number): Error => cutFault(what, line, name);
  for await (const lines of linesOf(body, maxRecordBytes, fault)) {
    const bytes = Buffer.concat(lines.flatMap((line) => [line, newline]));
    hash.update(bytes);
    await file.writeFile(bytes);
  }

  await file.sync();
  return hash.digest('hex');
}

const newline = Buffer.from('\n');

export function cutFault(what: 'too_long' | 'cut_off', line: number, name: string): Error {
  const fault = what === 'too_long' ? `it has more than ${String(maxRecordBytes)} bytes` : 'it is cut off';

  return invalid(`line ${String(line)} of ${name}`, fault);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
