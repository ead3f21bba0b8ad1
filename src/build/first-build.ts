import type { SiteBuilds } from '../live/site-builds.ts';
import type { BuildFollower } from './build-follower.ts';

interface Dependencies {
  readonly builds: Pick<SiteBuilds, 'buildNow' | 'last' | 'lastFailure'>;
  readonly follower: Pick<BuildFollower, 'look'>;
  /** Rejects while nobody can say which server builds. */
  readonly ping: () => Promise<void>;
}

const pollMs = 1000;

/** Longer than another server keeps the duty of one that has died. */
const silenceMs = 30_000;

/**
 * Builds the site as soon as this server may, or waits for the server that builds in the same folder. Resolves when there is a new build, when this
 * server failed to make it, or without one when the state has been silent for half a minute, because the API needs no pages.
 */
export async function firstBuild(
  { builds, follower, ping }: Dependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { last } = builds;
  await builds.buildNow();
  let heardAt = performance.now();
  const isMissing = (): boolean => builds.last === last && builds.lastFailure === undefined;

  while (isMissing() && !stopping.aborted && performance.now() - heardAt < silenceMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    await ping().then(
      () => (heardAt = performance.now()),
      () => undefined,
    );
    await follower.look();
  }
}
