import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { LockHeld, takeLock } from '../adapters/exclusive-lock.ts';
import { hourMs } from '../domain/duration.ts';
import { jsonOf } from '../domain/json-object.ts';
import { cutSentences, type CutCode } from './next-place.ts';
import { ImportFault } from './import-fault.ts';
import { Place, Source } from './source.ts';

/** A page as it was read, and where to go on after it; null after the last one. */
const Line = z.strictObject({
  items: z.array(z.unknown()),
  next: Place.nullable(),
  cut: z.enum(Object.keys(cutSentences) as [CutCode, ...CutCode[]]).nullable(),
});
export type JournalLine = Readonly<z.infer<typeof Line>>;

const Head = z.strictObject({ version: z.literal(1), source: Source });

/** Entries move while time goes by; after this long, an interrupted import starts over. */
const maxAgeMs = hourMs;

export function importPath(
  dataDir: string,
  { url }: Source,
  ending: 'ndjson' | 'report.json' | 'lock',
): string {
  const host = new URL(url).hostname.replaceAll(/[^a-z0-9.-]/g, '_').slice(0, 100);
  const digest = createHash('sha256').update(url).digest('hex').slice(0, 12);

  return join(dataDir, 'imports', `${host}-${digest}.${ending}`);
}

/** Lets one import from a source run at a time. @throws {ImportFault} */
export async function lockSource(dataDir: string, source: Source): Promise<{ release(): void }> {
  const path = importPath(dataDir, source, 'lock');
  await mkdir(dirname(path), { recursive: true });
  try {
    return await takeLock(path);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;

    throw new ImportFault(
      'busy',
      `another import from ${source.url} is running (process ${error.holder}); wait for its end`,
      { cause: error },
    );
  }
}

/**
 * The pages that an import has read, as lines of a file, so that a killed run resumes. A line counts once it is whole, so
 * a crash costs the page that was being written.
 */
export class Journal {
  readonly #path: string;
  readonly #source: Source;
  #file: FileHandle | undefined;

  constructor(path: string, source: Source) {
    this.#path = path;
    this.#source = source;
  }

  /** The pages of an earlier run from the same source, if it was interrupted less than an hour before. */
  async *earlier(now: Date): AsyncGenerator<JournalLine> {
    const found = await stat(this.#path).catch(() => undefined);
    if (!found?.isFile() || now.getTime() - found.mtimeMs > maxAgeMs) return;

    let bytes = 0;
    let isHead = true;
    const input = createReadStream(this.#path);
    try {
      for await (const text of createInterface({ input, crlfDelay: Infinity })) {
        const end = bytes + Buffer.byteLength(text) + 1;
        const json = end <= found.size ? jsonOf(text) : undefined;
        const line = isHead ? undefined : Line.safeParse(json).data;
        if (isHead ? !this.#isOwn(json) : !line) break;

        bytes = end;
        isHead = false;
        if (line) yield line;
      }
    } finally {
      // Whoever stops reading lines leaves their file open.
      input.destroy();
    }
    await this.#cutTo(bytes);
  }

  /** Resolves when the page is durable. */
  async append(line: JournalLine): Promise<void> {
    const file = (this.#file ??= await this.#begin());
    await file.appendFile(`${printLine(line)}\n`);
    await file.sync();
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  /** Forgets the pages, when all of them are in the catalog. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }

  #isOwn(json: unknown): boolean {
    const head = Head.safeParse(json).data;

    return head?.source.url === this.#source.url && head.source.kind === this.#source.kind;
  }

  /** Goes on behind the lines that were read. */
  async #cutTo(bytes: number): Promise<void> {
    if (bytes === 0) return;

    this.#file = await open(this.#path, 'r+');
    await this.#file.truncate(bytes);
    await this.#file.close();
    this.#file = await open(this.#path, 'a');
  }

  async #begin(): Promise<FileHandle> {
    await mkdir(dirname(this.#path), { recursive: true });
    await rm(this.#path, { force: true });
    const file = await open(this.#path, 'ax');
    await file.appendFile(`${JSON.stringify({ version: 1, source: this.#source })}\n`);
    return file;
  }
}

/** Node reads two more characters as ends of lines, which JSON leaves as they are. */
function printLine(line: JournalLine): string {
  return JSON.stringify(line).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
