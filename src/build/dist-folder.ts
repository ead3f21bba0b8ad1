import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Build } from '../domain/build.ts';
import { isOutOfDescriptors } from '../domain/error-code.ts';

/** A build on disk. */
export interface BuiltSite {
  readonly build: Build;
  /** Its own folder, which stays as it is until a build is made when two newer ones are there. */
  readonly folder: string;
  /** What lies at the top of `client/` and `server/`: when some of it is missing later, somebody has deleted it. */
  readonly files: readonly string[];
}

/** Name of the search index in the folder of a build. */
const searchFile = 'search.index';

/** Another process is building into the same folder; the message says which. */
export class BuildRunning extends Error {
  override readonly name = 'BuildRunning';
}

/** Two builds that may be being served, and the one before them, whose folder the next build is made in. */
const kept = 3;

/**
 * The folder of builds.
 *
 * - `building/` is where a build is made, out of the oldest that is kept: what has not changed is there already.
 * - `code/<key>/` holds what the sources of the site gave: a build after a mere change of data bundles nothing, and a running
 *   server, which can never unload a module, need not load it again.
 * - `builds/<number>/` holds the finished builds; one that is being served never changes.
 * - `current` is a link to the newest of them and is replaced in one step, so that whoever reads `client/` sees a whole build.
 */
export class DistFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** What a build may keep for the next one. */
  get cache(): string {
    return join(this.path, 'cache');
  }

  /** A folder to build into, new or that of an old build; its modules find their packages in `packages`. @throws {BuildRunning} */
  async begin(packages: string): Promise<string> {
    await mkdir(this.path, { recursive: true });
    await this.#link('node_modules', packages);

    const folder = join(this.path, 'building');
    const builder = await readFile(join(folder, 'pid'), 'utf8').catch(() => undefined);
    if (builder !== undefined && isAlive(Number(builder))) {
      throw new BuildRunning(
        `process ${builder} is building into ${this.path}; wait for it, or set DIST_DIR to another folder`,
      );
    }

    await rm(folder, { recursive: true, force: true });
    await this.#takeOldest(folder);
    await writeFile(join(folder, 'pid'), String(process.pid));
    return folder;
  }

  /** The folder of a bundle. */
  code(key: string): string {
    return join(this.path, 'code', key);
  }

  /** False also for a bundle of which a half was deleted. */
  async hasCode(key: string): Promise<boolean> {
    const halves = await Promise.all(['client', 'server'].map((half) => namesIn(join(this.code(key), half))));

    return halves.every((names) => names.length > 0);
  }

  /** Adds a bundle, which is made in a place of its own first: a bundle that is there is whole. */
  async addCode(key: string, make: (place: string) => Promise<void>): Promise<void> {
    const place = join(this.path, 'building', 'code');
    await make(place);
    await mkdir(join(this.path, 'code'), { recursive: true });
    await rm(this.code(key), { recursive: true, force: true });
    await rename(place, this.code(key));
  }

  /** Puts the finished build in the place of the one before it, and removes what nobody serves any more. */
  async finish(folder: string, build: Build, codeKey: string): Promise<void> {
    await writeFile(join(folder, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
    await rm(join(folder, 'pid'));
    await symlink(join('..', '..', 'code', codeKey, 'server'), join(folder, 'server'));

    await mkdir(join(this.path, 'builds'), { recursive: true });
    const name = await this.#nextName();
    await rename(folder, join(this.path, 'builds', name));
    await this.#link('client', join('current', 'client'));
    await this.#link('server', join('current', 'server'));
    await this.#link('current', join('builds', name));
    await this.#removeOld();
  }

  /** Keeps the search index of a build beside it, given in pieces. */
  async saveSearch(folder: string, pieces: Iterable<Uint8Array>): Promise<void> {
    const file = join(folder, searchFile);
    // Never written over: a build may be made in the folder of an older one.
    await rm(file, { force: true });
    await writeFile(file, pieces);
  }

  /** The search index that was kept beside a build; undefined when there is none. */
  async savedSearch(folder: string): Promise<Uint8Array | undefined> {
    return readFile(join(folder, searchFile)).catch(() => undefined);
  }

  async abandon(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
  }

  /** The newest build; undefined when there is none that can be read. */
  async current(): Promise<BuiltSite | undefined> {
    try {
      const folder = join(this.path, await readlink(join(this.path, 'current')));
      const build = Build.parse(JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')));
      return { folder, build, files: await filesOf(folder) };
    } catch (error) {
      if (isOutOfDescriptors(error)) throw error;
      return undefined;
    }
  }

  /** Builds are counted, not dated: a clock may be set back. */
  async #nextName(): Promise<string> {
    const last = (await this.#builds()).at(-1) ?? '0';

    return String(Number(last) + 1).padStart(8, '0');
  }

  /** Names of the builds, the oldest first. What else lies among them is not ours. */
  async #builds(): Promise<string[]> {
    return (await namesIn(join(this.path, 'builds'))).filter((name) => /^\d{8}$/.test(name)).sort();
  }

  /** Takes the oldest build for the new one; a folder that is not needed any more is worth more than its removal. */
  async #takeOldest(folder: string): Promise<void> {
    const builds = await this.#builds();
    const [oldest] = builds.slice(0, 1 - kept);
    if (oldest === undefined) await mkdir(folder);
    else {
      await rename(join(this.path, 'builds', oldest), folder);
      await rm(join(folder, 'server'), { force: true });
    }
  }

  async #link(name: string, target: string): Promise<void> {
    const path = join(this.path, name);
    const present = await readlink(path).catch(() => undefined);
    if (present === target) return;

    const draft = `${path}.${String(process.pid)}`;
    await rm(draft, { force: true });
    await symlink(target, draft);
    // A plain folder of that name, from a build made by other means, would not let itself be replaced.
    if (present === undefined) await rm(path, { recursive: true, force: true });
    await rename(draft, path);
  }

  async #removeOld(): Promise<void> {
    const builds = await this.#builds();
    await Promise.all(builds.slice(0, -kept).map((name) => this.abandon(join(this.path, 'builds', name))));

    const servers = await Promise.all(
      builds.slice(-kept).map((name) => readlink(join(this.path, 'builds', name, 'server')).catch(() => '')),
    );
    const served = new Set(servers.map((path) => basename(dirname(path))));
    const unserved = (await namesIn(join(this.path, 'code'))).filter((name) => !served.has(name));
    await Promise.all(unserved.map((name) => this.abandon(this.code(name))));
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const halves = await Promise.all(
    ['client', 'server'].map(async (half) =>
      (await namesIn(join(folder, half))).map((name) => join(half, name)),
    ),
  );

  return halves.flat();
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Our own id counts as dead: in a container the same number comes back after every restart. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;

  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
