import type { Build } from '../domain/build.ts';
import type { BuiltSite, DistFolder } from './dist-folder.ts';

interface Dependencies {
  readonly dist: Pick<DistFolder, 'current'>;
  /** Switches to the build in a folder. Rejects when that build is damaged; the one before it then stays. */
  readonly load: (folder: string) => Promise<void>;
}

/** The build that visitors see. */
export class ServedBuild {
  readonly #dist: Pick<DistFolder, 'current'>;
  readonly #load: (folder: string) => Promise<void>;
  #files: readonly string[] = [];

  constructor({ dist, load }: Dependencies) {
    this.#dist = dist;
    this.#load = load;
  }

  async serve({ folder, files }: BuiltSite): Promise<void> {
    await this.#load(folder);
    this.#files = files;
  }

  /** Switches to the newest build. @throws {Error} when there is none. */
  async serveNewest(): Promise<Build> {
    const newest = await this.#dist.current();
    if (!newest) throw new Error('the build left nothing that can be read');

    await this.serve(newest);
    return newest.build;
  }

  /** Whether files of the served build have disappeared. */
  isGoneFrom(newest: BuiltSite | undefined): boolean {
    return this.#files.some((file) => newest?.files.includes(file) !== true);
  }
}
