import type { Log } from '../live/ports.ts';
import type { SiteBuilds } from '../live/site-builds.ts';
import type { BuiltSite, DistFolder } from './dist-folder.ts';
import type { ServedBuild } from './served-build.ts';

interface Dependencies {
  readonly dist: Pick<DistFolder, 'current'>;
  readonly served: ServedBuild;
  readonly builds: SiteBuilds;
  /** How many services have changed since a commit; undefined when the commit is unknown. */
  readonly changesSince: (commit: string) => Promise<number | undefined>;
  readonly log: Log;
}

const pollMs = 1000;

/** Watches the folder of builds: serves a build that another server makes, or somebody by hand, and notices when the served one is deleted. */
export class BuildFollower {
  readonly #dependencies: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  /** Takes more than a second where a large build is loaded, and compared with git. */
  #looking: Promise<void> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), pollMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Looks once, or waits for the look that goes on. Never rejects: what cannot be served is logged. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      await this.#tryLook();
    } catch (error) {
      this.#dependencies.log.error({ error }, 'a build that another process made could not be served');
    }
  }

  async #tryLook(): Promise<void> {
    const { dist, served, builds } = this.#dependencies;
    const newest = await dist.current();
    if (builds.isRunning) return;

    const isOther = newest?.build.builtAt !== builds.last?.builtAt;
    if (served.isGoneFrom(newest) && !(newest && isOther)) builds.lose();
    else if (newest && (isOther || builds.isLost)) await this.#adopt(newest);
  }

  async #adopt(newest: BuiltSite): Promise<void> {
    const { served, builds, changesSince, log } = this.#dependencies;
    const { commit, services, builtAt } = newest.build;
    await served.serve(newest);
    builds.adopt(newest.build, (await changesSince(commit)) ?? services);
    log.info({ builtAt }, 'serving a build that another process made');
  }
}
