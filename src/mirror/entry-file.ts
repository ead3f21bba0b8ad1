import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOf } from './lines.ts';
import { damaged } from './own-folder.ts';

/** Entries have 150 bytes. */
const maxEntryBytes = 1024;
const pieceBytes = 1024 * 1024;

const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** The entries of a log, one a line, in the folder of a mirror. Entries are only ever added. */
export class EntryFile {
  readonly #path: string;
  #bytes: number;

  /** `bytes`: the length that is known to be right. */
  constructor(folder: string, bytes: number) {
    this.#path = join(folder, 'log.entries');
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Reads all entries, in groups. @throws {MirrorFault} when some are missing */
  async *read(): AsyncGenerator<string[]> {
    if (this.#bytes === 0) return;

    const file = await open(this.#path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
    if (!file) throw damaged(this.#path);
    const chunks = file.createReadStream({ end: this.#bytes - 1, highWaterMark: pieceBytes });
    for await (const lines of linesOf(chunks, maxEntryBytes, () => damaged(this.#path))) {
      yield lines.map((line) => line.toString());
    }
  }

  /** Adds entries after the known length, so that what a crash left behind is overwritten. Durable when it resolves. */
  async append(groups: AsyncIterable<readonly string[]>): Promise<void> {
    const file = await open(this.#path, flags, 0o666);
    try {
      await file.truncate(this.#bytes);
      for await (const lines of groups) await this.#write(file, lines);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async #write(file: FileHandle, lines: readonly string[]): Promise<void> {
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    // A single `write` may stop early on a full disk, without an error.
    await file.writeFile(text);
    this.#bytes += text.length;
  }
}
