import { minuteMs } from '../domain/duration.ts';
import type { Log } from '../live/ports.ts';
import type { SiteBuilds } from '../live/site-builds.ts';
import type { BuildFollower } from './build-follower.ts';

interface Dependencies {
  readonly builds: Pick<SiteBuilds, 'buildNow' | 'isRunning' | 'last' | 'lastFailure'>;
  readonly follower: Pick<BuildFollower, 'look'>;
  /** Rejects while nobody can say which server builds. */
  readonly ping: () => Promise<void>;
  readonly log: Log;
}

const pollMs = 1_000;

/** Longer than the lease of a server that has died. */
const silenceMs = minuteMs / 2;

/** A full build of 100,000 services takes less. */
const patienceMs = 10 * minuteMs;

/**
 * Builds the site as soon as this server may, or waits for the server that builds in the same folder. Resolves when there is a new build, or when this
 * server failed to make it. Resolves without a build when the state has been silent for half a minute, or when another server has not made one in ten:
 * the API needs no pages.
 */
export async function firstBuild(dependencies: Dependencies, stopping: AbortSignal): Promise<void> {
  const { builds, log } = dependencies;
  const { last } = builds;
  const isMissing = (): boolean =>
    builds.last === last && builds.lastFailure === undefined && !stopping.aborted;

  await builds.buildNow();
  if (!isMissing()) return;

  log.info({}, 'waiting for the first build until a server may make it');
  await waitWhile(isMissing, dependencies);
  if (isMissing()) log.warn({}, 'there is no build yet; the API is served without pages');
}

async function waitWhile(isMissing: () => boolean, { builds, follower, ping }: Dependencies): Promise<void> {
  let heardAt = performance.now();
  let idleSince = heardAt;

  while (isMissing()) {
    const now = performance.now();
    if (builds.isRunning) idleSince = now;
    if (now - heardAt >= silenceMs || now - idleSince >= patienceMs) return;

    await new Promise((resolve) => setTimeout(resolve, pollMs));
    await ping().then(
      () => (heardAt = performance.now()),
      () => undefined,
    );
    await follower.look();
  }
}
