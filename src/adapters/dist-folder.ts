import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Build } from '../domain/build.ts';

/** A build on disk. */
export interface BuiltSite {
  readonly build: Build;
  /** Its own folder, which stays as it is until two newer builds are there. */
  readonly folder: string;
}

/** Another process is building into the same folder; the message says which. */
export class BuildRunning extends Error {
  override readonly name = 'BuildRunning';
}

const kept = 2;

/**
 * The folder of builds.
 *
 * - `building/` is where a build is made: always the same place, so that the same code gives the same bytes.
 * - `servers/<hash>/server/` holds the server halves, by content: a build after a mere change of data has the one before it, and a
 *   running server, which can never unload a module, need not load it again.
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

  /** A new, empty folder to build into, whose modules find their packages in `packages`. @throws {BuildRunning} */
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
    await mkdir(folder);
    await writeFile(join(folder, 'pid'), String(process.pid));
    return folder;
  }

  /** Puts the finished build in the place of the one before it, and removes what nobody serves any more. */
  async finish(folder: string, build: Build): Promise<void> {
    await writeFile(join(folder, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
    await rm(join(folder, 'pid'));
    await this.#shareServer(folder);

    await mkdir(join(this.path, 'builds'), { recursive: true });
    const name = await this.#nextName();
    await rename(folder, join(this.path, 'builds', name));
    await this.#link('client', join('current', 'client'));
    await this.#link('server', join('current', 'server'));
    await this.#link('current', join('builds', name));
    await this.#removeOld();
  }

  async abandon(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
  }

  /** The newest build; undefined when there is none that can be read. */
  async current(): Promise<BuiltSite | undefined> {
    try {
      const folder = join(this.path, await readlink(join(this.path, 'current')));
      return { folder, build: Build.parse(JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))) };
    } catch {
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

  async #shareServer(folder: string): Promise<void> {
    const own = join(folder, 'server');
    const name = await hashOfFolder(own);
    const shared = join(this.path, 'servers', name);

    await mkdir(shared, { recursive: true });
    if ((await namesIn(shared)).length === 0) await rename(own, join(shared, 'server'));
    else await rm(own, { recursive: true });
    // Astro looks for a folder of this very name above its modules.
    await symlink(join('..', '..', 'servers', name, 'server'), own);
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
    const unserved = (await namesIn(join(this.path, 'servers'))).filter((name) => !served.has(name));
    await Promise.all(unserved.map((name) => this.abandon(join(this.path, 'servers', name))));
  }
}

async function hashOfFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash
      .update(file.slice(folder.length))
      .update('\0')
      .update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
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
