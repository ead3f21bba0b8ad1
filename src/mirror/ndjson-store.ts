import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../adapters/durable-file.ts';
import { errorCode } from '../domain/error-code.ts';
import type { Service } from '../views/service.ts';
import { damaged } from './own-folder.ts';
import { serviceLine } from './mirrored-service.ts';
import { type ServiceLine, serviceLines, servicesIn } from './services-file.ts';
import type { Difference, Effect, Store } from './store.ts';

export const linesName = 'services.ndjson';

/** One file, `services.ndjson`: one service a line, sorted by id, the same bytes as the export. */
export class NdjsonStore implements Store {
  readonly #folder: string;
  readonly #path: string;
  readonly #draft: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, linesName);
    this.#draft = join(folder, 'services.draft');
  }

  async apply(changes: ReadonlyMap<string, Service | null>): Promise<Map<string, Effect>> {
    if (changes.size === 0) return new Map();
    const merged = new Merge(changes);

    await rm(this.#draft, { force: true });
    const file = await open(this.#draft, 'wx');
    try {
      for await (const lines of this.#lines()) await writeAll(file, merged.next(lines));
      await writeAll(file, merged.end());
      await file.sync();
    } finally {
      await file.close();
    }
    if (isWithoutEffect(merged.effects)) await rm(this.#draft);
    else await this.#install(this.#draft);
    return merged.effects;
  }

  async replace(exported: string): Promise<Map<string, Difference>> {
    const differing = await differencesOf(this.#lines(), serviceLines(exported));
    await this.#install(exported);

    return differing;
  }

  async count(): Promise<number> {
    let count = 0;
    for await (const lines of this.#lines()) count += lines.length;
    return count;
  }

  async *services(): AsyncGenerator<Service[]> {
    if (await this.#exists()) yield* servicesIn(this.#path);
  }

  async *#lines(): AsyncGenerator<ServiceLine[]> {
    if (!(await this.#exists())) return;

    let last = '';
    for await (const lines of serviceLines(this.#path)) {
      for (const { id } of lines) {
        if (id <= last) throw damaged(this.#path);
        last = id;
      }
      yield lines;
    }
  }

  async #exists(): Promise<boolean> {
    try {
      if ((await lstat(this.#path)).isFile()) return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
    throw damaged(this.#path);
  }

  async #install(path: string): Promise<void> {
    await rename(path, this.#path);
    await syncFolder(this.#folder);
  }
}

const newline = Buffer.from('\n');

/** Merges changes into sorted lines, and notes what each of them did. */
class Merge {
  readonly effects = new Map<string, Effect>();
  readonly #changes: readonly (readonly [string, Service | null])[];
  #place = 0;

  constructor(changes: ReadonlyMap<string, Service | null>) {
    this.#changes = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  next(lines: readonly ServiceLine[]): Buffer[] {
    const written: Buffer[] = [];
    for (const { id, line } of lines) {
      this.#insertBefore(id, written);
      const [changed, service] = this.#changes[this.#place] ?? [];
      if (changed !== id || service === undefined) {
        written.push(line);
      } else {
        this.#place += 1;
        this.#change(id, line, service, written);
      }
    }
    return written;
  }

  /** The lines to write after the last one read. */
  end(): Buffer[] {
    const written: Buffer[] = [];
    this.#insertBefore(undefined, written);
    return written;
  }

  #change(id: string, line: Buffer, service: Service | null, written: Buffer[]): void {
    if (service === null) {
      this.effects.set(id, 'removed');
      return;
    }
    const text = Buffer.from(serviceLine(service));
    this.effects.set(id, text.equals(line) ? 'same' : 'updated');
    written.push(text);
  }

  #insertBefore(end: string | undefined, written: Buffer[]): void {
    for (; this.#place < this.#changes.length; this.#place += 1) {
      const [id, service] = this.#changes[this.#place] ?? [];
      if (id === undefined || service === undefined || (end !== undefined && id >= end)) return;

      this.effects.set(id, service ? 'created' : 'same');
      if (service) written.push(Buffer.from(serviceLine(service)));
    }
  }
}

function isWithoutEffect(effects: ReadonlyMap<string, Effect>): boolean {
  return [...effects.values()].every((effect) => effect === 'same');
}

async function writeAll(file: FileHandle, lines: readonly Buffer[]): Promise<void> {
  if (lines.length > 0) await file.writeFile(Buffer.concat(lines.flatMap((line) => [line, newline])));
}

/** What differs between two sorted files, read side by side. */
async function differencesOf(
  before: AsyncIterable<readonly ServiceLine[]>,
  after: AsyncIterable<readonly ServiceLine[]>,
): Promise<Map<string, Difference>> {
  const differing = new Map<string, Difference>();
  const [old, fresh] = [each(before), each(after)];
  let [a, b] = [await next(old), await next(fresh)];

  while (a ?? b) {
    if (a && (!b || a.id < b.id)) {
      differing.set(a.id, 'removed');
      a = await next(old);
    } else if (b && (!a || b.id < a.id)) {
      differing.set(b.id, 'created');
      b = await next(fresh);
    } else {
      if (a && b && !a.line.equals(b.line)) differing.set(b.id, 'updated');
      [a, b] = [await next(old), await next(fresh)];
    }
  }
  return differing;
}

async function* each(groups: AsyncIterable<readonly ServiceLine[]>): AsyncGenerator<ServiceLine, undefined> {
  for await (const group of groups) yield* group;
}

async function next(lines: AsyncGenerator<ServiceLine, undefined>): Promise<ServiceLine | undefined> {
  return (await lines.next()).value;
}
