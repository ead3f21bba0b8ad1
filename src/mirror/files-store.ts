import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { syncFolder } from '../adapters/durable-file.ts';
import { readRegularFile } from '../adapters/regular-file.ts';
import { ServiceId } from '../domain/service-id.ts';
import { readJson } from '../domain/strict-json.ts';
import type { Service } from '../views/service.ts';
import { eachConcurrently } from '../adapters/each-concurrently.ts';
import { MirroredService, serviceFile } from './mirrored-service.ts';
import { damaged, isFolder, makeFolder } from './own-folder.ts';
import { servicesIn } from './services-file.ts';
import type { Difference, Effect, Store } from './store.ts';

/** Files are read synchronously; a pause after so many lets the rest of a program run. */
const readInARow = 200;

/** One file for each service: `services/<first 2 characters>/<id>.json`. */
export class FilesStore implements Store {
  readonly #services: string;
  /** Files are written here first, so that `services` only ever holds whole ones. */
  readonly #drafts: string;

  private constructor(folder: string) {
    this.#services = join(folder, 'services');
    this.#drafts = join(folder, 'drafts');
  }

  static async open(folder: string): Promise<FilesStore> {
    const store = new FilesStore(folder);
    await rm(store.#drafts, { recursive: true, force: true });
    await mkdir(store.#drafts);
    if (await makeFolder(store.#services)) await syncFolder(folder);

    return store;
  }

  async apply(changes: ReadonlyMap<string, Service | null>): Promise<Map<string, Effect>> {
    const effects = new Map<string, Effect>();
    const touched = new Set<string>();

    await this.#prepareFolders(changes);
    await eachConcurrently(changes, async ([id, service]) => {
      const effect = await this.#put(id, service);
      effects.set(id, effect);
      if (effect !== 'same') touched.add(dirname(this.#path(id)));
    });
    await eachConcurrently(touched, syncFolder);
    return effects;
  }

  async replace(exported: string): Promise<Map<string, Difference>> {
    const gone = new Set<string>();
    for await (const ids of this.#ids()) for (const id of ids) gone.add(id);
    const differing = new Map<string, Difference>();
    const apply = async (changes: ReadonlyMap<string, Service | null>): Promise<void> => {
      for (const [id, effect] of await this.apply(changes)) if (effect !== 'same') differing.set(id, effect);
    };

    for await (const services of servicesIn(exported)) {
      for (const { id } of services) gone.delete(id);
      await apply(new Map(services.map((service) => [service.id, service])));
    }
    await apply(new Map(Array.from(gone, (id) => [id, null])));
    await rm(exported);
    return differing;
  }

  async count(): Promise<number> {
    let count = 0;
    for await (const ids of this.#ids()) count += ids.length;
    return count;
  }

  async *services(): AsyncGenerator<Service[]> {
    for await (const ids of this.#ids()) {
      for (let begin = 0; begin < ids.length; begin += readInARow) {
        yield ids.slice(begin, begin + readInARow).map((id) => this.#read(id));
        await nextTurn();
      }
    }
  }

  /** The ids of all files, folder by folder, sorted. Files that no mirror writes are left alone. */
  async *#ids(): AsyncGenerator<string[]> {
    for (const name of (await readdir(this.#services)).sort()) {
      const folder = join(this.#services, name);
      if (name.length !== 2 || !(await lstat(folder)).isDirectory()) continue;

      const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
      const ids = files.map((file) => file.slice(0, -'.json'.length));
      yield ids.filter((id) => id.startsWith(name) && ServiceId.safeParse(id).success).sort();
    }
  }

  #read(id: string): Service {
    const path = this.#path(id);
    const reading = readRegularFile(path);
    const json = reading && 'text' in reading ? readJson(reading.text) : undefined;
    const read = json && 'value' in json ? MirroredService.safeParse(json.value) : undefined;
    if (read?.success && read.data.id === id) return read.data;

    throw damaged(path);
  }

  async #put(id: string, service: Service | null): Promise<Effect> {
    const path = this.#path(id);
    const found = readRegularFile(path);
    if (service === null) {
      if (found) await rm(path);
      return found ? 'removed' : 'same';
    }

    const text = serviceFile(service);
    if (found && 'text' in found && found.text === text) return 'same';
    await this.#write(id, text);
    return found ? 'updated' : 'created';
  }

  /** Renaming replaces a link as well, rather than the file that it leads to. */
  async #write(id: string, text: string): Promise<void> {
    const draft = join(this.#drafts, id);
    const file = await open(draft, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path(id));
  }

  /** Makes the folders of services to put. Looks at the others too, because a link would lead out of the mirror. */
  async #prepareFolders(changes: ReadonlyMap<string, Service | null>): Promise<void> {
    const needed = new Map<string, boolean>();
    for (const [id, service] of changes) {
      const folder = dirname(this.#path(id));
      needed.set(folder, needed.get(folder) === true || service !== null);
    }

    let isNew = false;
    for (const [folder, isNeeded] of needed) {
      isNew = isNeeded ? (await makeFolder(folder)) || isNew : (await isFolder(folder)) && isNew;
    }
    if (isNew) await syncFolder(this.#services);
  }

  #path(id: string): string {
    return join(this.#services, id.slice(0, 2), `${id}.json`);
  }
}
