import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseFailure } from '../domain/unavailable.ts';
import { errorCode, messageOf } from '../domain/error-code.ts';
import type { DatabaseOrder, Databases, Moment, OpenDatabase } from '../live/ports.ts';
import { inSlices, type Turns } from '../live/turns.ts';
import { ndjsonExport } from '../views/exports.ts';
import type { DatabaseMeta } from './catalog-database.ts';
import { writeInThread } from './database-in-thread.ts';

interface Dependencies {
  /** A folder of its own, whose files may be deleted at any time. */
  readonly folder: string;
  readonly siteUrl: string;
  readonly licence: string | undefined;
  readonly turns: Turns;
  /** Aborted when no more databases are wanted. */
  readonly stopping: AbortSignal;
}

/** How often to look for a file that somebody deletes. */
const attempts = 3;

/** A finished database. */
interface Made extends Pick<DatabaseOrder, 'tag' | 'moment'> {
  readonly path: string;
}

/** A database that is being made, or the next one that will be. */
interface Making {
  order: DatabaseOrder;
  readonly made: Promise<Made>;
}

/**
 * Makes databases of the catalog in a worker thread, one at a time. Whoever asks while one is made gets it, or, if the catalog has changed,
 * the next one; all who wait for that share it. Only the last file is cached. A download opens it before it can be replaced, so it can finish.
 */
export class DatabaseExports implements Databases {
  readonly #dependencies: Dependencies;
  #current: Made | undefined;
  #running: Making | undefined;
  #next: Making | undefined;
  #isClean = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async open(order: DatabaseOrder): Promise<OpenDatabase> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const made = this.#current?.tag === order.tag ? this.#current : await this.#ordered(order);
      const file = await openIfThere(made.path);
      if (file) return opened(made, file);
      // Somebody has deleted it, or it was replaced in this very moment.
      if (this.#current === made) this.#current = undefined;
    }
    throw new DatabaseFailure(`somebody deletes the databases in ${this.#dependencies.folder}`);
  }

  /** Removes the last database, once none is being made. */
  async clear(): Promise<void> {
    while (this.#running) await this.#running.made.catch(() => undefined);
    await rm(this.#dependencies.folder, { recursive: true, force: true });
  }

  #ordered(order: DatabaseOrder): Promise<Made> {
    if (!this.#running) return this.#start(order);
    if (this.#running.order.tag === order.tag) return this.#running.made;

    if (this.#next) this.#next.order = order;
    else this.#next = { order, made: this.#afterwards() };
    return this.#next.made;
  }

  async #afterwards(): Promise<Made> {
    while (this.#running) await this.#running.made.catch(() => undefined);

    const next = this.#next;
    this.#next = undefined;
    if (!next) throw new DatabaseFailure('nobody has ordered a database');
    return this.#start(next.order);
  }

  #start(order: DatabaseOrder): Promise<Made> {
    const made = this.#make(order).finally(() => (this.#running = undefined));

    this.#running = { order, made };
    return made;
  }

  async #make(order: DatabaseOrder): Promise<Made> {
    const { tag, moment, categories } = order;
    const { folder, turns, stopping } = this.#dependencies;
    const path = join(folder, `${tag}.sqlite`);
    const part = `${path}.part`;

    try {
      await this.#prepare();
      const lines = inSlices(ndjsonExport(order.services()), turns);
      await writeInThread({ path: part, meta: this.#metaOf(moment), categories }, lines, stopping);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw new DatabaseFailure(`cannot write a database of the catalog to ${folder}: ${messageOf(error)}`);
    }

    return this.#replace({ tag, moment, path });
  }

  async #replace(made: Made): Promise<Made> {
    const before = this.#current;
    this.#current = made;
    if (before && before.path !== made.path) await rm(before.path, { force: true }).catch(() => undefined);
    return made;
  }

  /** The folder may hold files of a process that was killed. */
  async #prepare(): Promise<void> {
    const { folder } = this.#dependencies;
    if (!this.#isClean) await rm(folder, { recursive: true, force: true });
    this.#isClean = true;
    await mkdir(folder, { recursive: true });
  }

  #metaOf({ version: { commit, changedAt }, cursor }: Moment): DatabaseMeta {
    const { siteUrl, licence } = this.#dependencies;

    return { version: '1', site: siteUrl, commit, changedAt, cursor, licence: licence ?? null };
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new DatabaseFailure(`cannot read a database of the catalog: ${messageOf(error)}`);
  }
}

async function opened({ tag, moment }: Made, file: FileHandle): Promise<OpenDatabase> {
  const { size } = await file.stat();

  return {
    tag,
    moment,
    size,
    read: (start, end) => file.createReadStream({ start, end }),
    close: () => file.close(),
  };
}
