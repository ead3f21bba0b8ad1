import { rmSync } from 'node:fs';
import { link, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { syncAllIn } from '../adapters/durable-file.ts';
import { isAlive } from '../caches/is-alive.ts';
import { Build } from '../domain/build.ts';
import { isOutOfDescriptors } from '../domain/error-code.ts';

/** A build on disk. */
export interface BuiltSite {
  readonly build: Build;
  /** Nothing in this folder changes until two newer builds exist. */
  readonly folder: string;
  /** Names at the top of `client/` and `server/`. When one is missing later, somebody has deleted it. */
  readonly files: readonly string[];
}

/** Another process is building into the same folder; the message says which. */
export class BuildRunning extends Error {
  override readonly name = 'BuildRunning';
}

/** The newest builds, which stay as they are: a server may be using any of them. */
const retained = 2;

/**
 * The folder of builds.
 *
 * - `building/` is the build in progress.
 * - `code/<key>/` is a bundle; its key is a hash of the sources. A build after a change of data alone bundles nothing, and a
 *   running server, which can never unload a module, does not have to load the code again.
 * - `builds/<number>/` are the finished builds. A served build never changes.
 * - `id` names the folder for all servers that share it.
 * - `current` is a link to the newest build, and `client` to the site in the newest one that works without a server: a server's build lacks
 *   pages, so nobody shall take it for a site to copy. Links are replaced atomically, so that readers always see a whole build.
 */
export class DistFolder {
  readonly path: string;
  /** Names the build that this process makes. */
  readonly #mark = `${String(process.pid)} ${randomUUID()}`;

  constructor(path: string) {
    this.path = path;
  }

  /** The folder for Astro's cache. */
  get cache(): string {
    return join(this.path, 'cache');
  }

  /** Names this folder, which servers on several machines may share. The first caller gives the name. */
  async identity(): Promise<string> {
    const path = join(this.path, 'id');
    await mkdir(this.path, { recursive: true });
    const known = await readIdentity(path);
    if (known !== undefined) return known;

    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, `${randomUUID()}\n`);
    // A link appears whole, and only if nobody else was first.
    await link(draft, path).catch(() => undefined);
    await rm(draft);
    const given = await readIdentity(path);
    if (given === undefined) throw new Error(`${path} does not name the folder of builds; delete it`);
    return given;
  }

  /**
   * Starts a build and returns its folder. Where a build by the same maker is no longer in use, its files are still there: most are the same again,
   * and folders take longer to make and to remove than everything else. Modules in it import packages from the folder `packages`.
   * @throws {BuildRunning}
   */
  async begin(packages: string, maker: string): Promise<string> {
    await mkdir(this.path, { recursive: true });
    await this.#link('node_modules', packages);

    const folder = join(this.path, 'building');
    // A build that was killed while it wrote its mark left an empty one.
    const pid = Number((await this.#markIn(folder))?.split(' ')[0]);
    // Our own id is that of an earlier process: in a container, the server gets the same one after every restart.
    if (pid > 0 && pid !== process.pid && isAlive(pid)) {
      throw new BuildRunning(
        `process ${String(pid)} is building into ${this.path}; wait for it, or set DIST_DIR to another folder`,
      );
    }

    remove(folder);
    if (!(await this.#takeUnused(folder, maker))) await mkdir(folder);
    await writeFile(join(folder, 'pid'), this.#mark);
    return folder;
  }

  /** The folder of a bundle. */
  code(key: string): string {
    return join(this.path, 'code', key);
  }

  /** Whether both halves of the bundle exist. */
  async hasCode(key: string): Promise<boolean> {
    const halves = await Promise.all(['client', 'server'].map((half) => namesIn(join(this.code(key), half))));

    return halves.every((names) => names.length > 0);
  }

  /** Adds a bundle. `make` writes it to a temporary place, so a bundle in `code/` is always whole. */
  async addCode(key: string, make: (place: string) => Promise<void>): Promise<void> {
    // A bundler that outlives its build for a moment writes nothing into the next bundle.
    const place = join(this.path, 'building', `code-${randomUUID()}`);
    await make(place);
    await syncAllIn(place);
    await mkdir(join(this.path, 'code'), { recursive: true });
    await rm(this.code(key), { recursive: true, force: true });
    await rename(place, this.code(key));
  }

  /**
   * Makes a finished build the current one, and removes builds and bundles that are no longer in use. Returns where the build is now.
   * `isComplete`: it works without a server.
   * @throws {BuildRunning} when another process, on another machine say, has begun a build of its own there meanwhile
   */
  async finish(
    folder: string,
    build: Build,
    { codeKey, isComplete }: { readonly codeKey: string; readonly isComplete: boolean },
  ): Promise<string> {
    if ((await this.#markIn(folder)) !== this.#mark) {
      throw new BuildRunning(`another process builds into ${this.path} since this one began`);
    }

    await writeFile(join(folder, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
    await rm(join(folder, 'pid'));
    await symlink(join('..', '..', 'code', codeKey, 'server'), join(folder, 'server'));

    // Else a power cut could leave a whole build of empty files, which later ones would link.
    await syncAllIn(folder);
    await mkdir(join(this.path, 'builds'), { recursive: true });
    const name = await this.#nextName();
    const place = join(this.path, 'builds', name);
    await rename(folder, place);
    if (isComplete) await this.#link('client', join('builds', name, 'client'));
    else await this.#unlinkNewest();
    await this.#link('server', join('current', 'server'));
    await this.#link('current', join('builds', name));
    await this.#removeOld();
    return place;
  }

  /** Gives up the build in a folder that `begin` returned, unless another process has begun one there since. */
  async abandon(folder: string): Promise<void> {
    if ((await this.#markIn(folder)) === this.#mark) remove(folder);
  }

  /** The newest build; undefined when there is none or it cannot be read. */
  async current(): Promise<BuiltSite | undefined> {
    try {
      const folder = join(this.path, await readlink(join(this.path, 'current')));
      return { folder, build: await readBuild(folder), files: await filesOf(folder) };
    } catch (error) {
      if (isOutOfDescriptors(error)) throw error;
      return undefined;
    }
  }

  /** Names the process and the build that a folder is for; undefined for none. */
  #markIn(folder: string): Promise<string | undefined> {
    return readFile(join(folder, 'pid'), 'utf8').catch(() => undefined);
  }

  /** Numbers builds rather than dating them, because a clock may be set back. */
  async #nextName(): Promise<string> {
    const last = (await this.#builds()).at(-1) ?? '0';

    return String(Number(last) + 1).padStart(8, '0');
  }

  /** Names of the builds, oldest first; ignores other entries of the folder. */
  async #builds(): Promise<string[]> {
    return (await namesIn(join(this.path, 'builds'))).filter((name) => /^\d{8}$/.test(name)).sort();
  }

  async #link(name: string, target: string): Promise<void> {
    const path = join(this.path, name);
    const present = await readlink(path).catch(() => undefined);
    if (present === target) return;

    const draft = `${path}.${String(process.pid)}`;
    await rm(draft, { force: true });
    await symlink(target, draft);
    // A rename cannot replace a plain folder, which other tools may have put here.
    if (present === undefined) await rm(path, { recursive: true, force: true });
    await rename(draft, path);
  }

  /** Earlier versions linked the newest build as the site to copy, whoever made it. */
  async #unlinkNewest(): Promise<void> {
    const path = join(this.path, 'client');
    const target = await readlink(path).catch(() => '');
    if (target === join('current', 'client')) await rm(path);
  }

  /** Moves the newest build that is not in use to a place, if this maker made it. */
  async #takeUnused(place: string, maker: string): Promise<boolean> {
    const name = (await this.#inUse()).unused.at(-1) ?? '';
    const build = await readBuild(join(this.path, 'builds', name)).catch(() => undefined);
    if (build?.maker !== maker) return false;

    await rename(join(this.path, 'builds', name), place);
    await rm(join(place, 'server'), { force: true });
    return true;
  }

  /** The builds that are in use and those that are not, oldest first. */
  async #inUse(): Promise<{ readonly used: string[]; readonly unused: string[] }> {
    const builds = await this.#builds();
    const copied = basename(dirname(await readlink(join(this.path, 'client')).catch(() => '')));
    const inUse = new Set([...builds.slice(-retained), copied]);

    return {
      used: builds.filter((name) => inUse.has(name)),
      unused: builds.filter((name) => !inUse.has(name)),
    };
  }

  /** Removes the builds that are not in use, but for the one that the next build may begin with, and the bundles that no build in use needs. */
  async #removeOld(): Promise<void> {
    const { used, unused } = await this.#inUse();
    for (const name of unused.slice(0, -1)) remove(join(this.path, 'builds', name));

    const servers = await Promise.all(
      used.map((name) => readlink(join(this.path, 'builds', name, 'server')).catch(() => '')),
    );
    const served = new Set(servers.map((path) => basename(dirname(path))));
    const unserved = (await namesIn(join(this.path, 'code'))).filter((name) => !served.has(name));
    for (const name of unserved) remove(this.code(name));
  }
}

async function readBuild(folder: string): Promise<Build> {
  return Build.parse(JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')));
}

async function filesOf(folder: string): Promise<string[]> {
  const halves = await Promise.all(
    ['client', 'server'].map(async (half) =>
      (await namesIn(join(folder, half))).map((name) => join(half, name)),
    ),
  );

  return halves.flat();
}

/** The name of a folder; undefined where it has none that is whole. */
async function readIdentity(path: string): Promise<string | undefined> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();

  return /^[\da-f-]{36}$/.test(text) ? text : undefined;
}

/** Synchronous, which is several times faster for many small files. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
