import type { Logger } from 'pino';
import type { PrometheusMetrics } from '../adapters/prometheus.ts';
import type { DistFolder } from '../build/dist-folder.ts';
import type { Config } from '../config/config.ts';
import { hourMs, minuteMs } from '../domain/duration.ts';
import { byPlace } from '../domain/ownership/methods.ts';
import { changeQuestion } from '../http/change-query.ts';
import type { CatalogStore } from '../live/catalog-store.ts';
import type { ChangeFeed } from '../live/change-feed.ts';
import type { ChangeRecorder } from '../live/change-recorder.ts';
import { ChangeSeed } from '../live/change-seed.ts';
import type { Committer } from '../live/committer.ts';
import type { DeclarationHistory } from '../live/declaration-history.ts';
import { startPruning } from '../live/feed-pruning.ts';
import { assertHeld, type Duty, LeasedTask, type Tenure } from '../live/duty.ts';
import type { LogMaintenance } from '../live/log-maintenance.ts';
import type { MissedChanges } from '../live/missed-changes.ts';
import { Monitor } from '../live/monitor.ts';
import type { Clock, CommitHistory, ProofPlace, ProofPlaces, Prober, WebhookTargets } from '../live/ports.ts';
import { ProofRechecks } from '../live/proof-rechecks.ts';
import type { SiteBuilds } from '../live/site-builds.ts';
import type { DeferredStartup } from '../live/deferred-startup.ts';
import { VersionRecorder } from '../live/version-recorder.ts';
import { WebhookDeliveries } from '../live/webhook-deliveries.ts';
import type { State } from '../open/state.ts';

/*
 * The duties: what one server does for all that share its state. Each is recreated for every lease, writes under it, and
 * asks whether the lease is held before each act that others see.
 */

export interface DutyBase {
  readonly config: Config;
  readonly state: State;
  readonly store: CatalogStore;
  readonly clock: Clock;
  readonly metrics: PrometheusMetrics | undefined;
}

/**
 * Checks services. `missed` finds what a server recorded that could tell nobody of it any more. A server with `PROBE_INTERVAL=0` only deletes the
 * checks of former subjects, which is a duty of its own, so that it never holds the lease of those that check.
 */
export function checkDuty(
  { config, state, store, clock, metrics }: DutyBase,
  prober: Prober,
  missed: Pick<MissedChanges, 'reconcile'>,
  startWork: DeferredStartup,
): LeasedTask<Monitor> {
  const { assets, probeIntervalMs: intervalMs } = config;

  return new LeasedTask(intervalMs > 0 ? 'checks' : 'former checks', (tenure) => {
    const { checks } = state.under(tenure.lease);
    const { log } = tenure;
    const held = probingWhileHeld(prober, tenure);
    const monitor = new Monitor({
      ...{ store, prober: held, checks, assets, intervalMs },
      ...{ clock, random: Math.random, log, metrics },
    });
    void monitor.start((work) => startWork.run(work));
    if (isTakenOver(tenure)) void missed.reconcile();

    return { component: monitor, end: () => monitor.stop() };
  });
}

/** Whether another server did the duty before. */
function isTakenOver({ lease }: Tenure): boolean {
  return lease.epoch > 1;
}

function probingWhileHeld(prober: Prober, tenure: Tenure): Prober {
  return {
    async probe(...asked) {
      assertHeld(tenure);
      return prober.probe(...asked);
    },
  };
}

export function proofDuty(
  { config, state, store, clock }: DutyBase,
  places: ProofPlaces,
  committer: Pick<Committer, 'submit'>,
): Duty {
  const catalogHost = new URL(config.siteUrl).host;

  return new LeasedTask('proofs', (tenure) => {
    const rechecks = new ProofRechecks({
      store,
      looks: state.under(tenure.lease).proofLooks,
      places: byPlace((method) => lookingWhileHeld(places[method], tenure)),
      endProof: async (act) => {
        assertHeld(tenure);
        return (await committer.submit(act)).kind !== 'failed';
      },
      ...{ catalogHost, clock, random: Math.random, log: tenure.log },
    });
    void rechecks.start();

    return {
      component: rechecks,
      end: () => {
        rechecks.stop();
      },
    };
  });
}

function lookingWhileHeld(place: ProofPlace, tenure: Tenure): ProofPlace {
  return {
    look: async (...asked) => {
      assertHeld(tenure);
      return place.look(...asked);
    },
  };
}

export function deliveryDuty(
  { state, store, clock, metrics }: DutyBase,
  feed: ChangeFeed,
  targets: WebhookTargets,
): LeasedTask<WebhookDeliveries> {
  return new LeasedTask('webhooks', (tenure) => {
    const deliveries = new WebhookDeliveries({
      ...{ feed, store, targets, blocks: state.blocks, questionOf: changeQuestion },
      webhooks: state.under(tenure.lease).webhooks,
      assertHeld: () => {
        assertHeld(tenure);
      },
      ...{ clock, random: Math.random, log: tenure.log, metrics },
    });
    void deliveries.start();

    return { component: deliveries, end: () => deliveries.stop() };
  });
}

interface FeedParts {
  readonly feed: ChangeFeed;
  readonly history: CommitHistory;
  readonly declarations: () => DeclarationHistory;
  readonly changeRecorder: Pick<ChangeRecorder, 'reportPayments'>;
}

interface FeedMaintenance {
  readonly recorder: VersionRecorder;
  readonly seed: ChangeSeed;
}

/**
 * Keeps the index of versions up to date, fills the feed of a new database from it, reports payments once an hour, and prunes old changes.
 */
export function feedDuty(
  { state, store, clock }: DutyBase,
  { feed, history, declarations, changeRecorder }: FeedParts,
): LeasedTask<FeedMaintenance> {
  return new LeasedTask('feed', ({ lease, log }) => {
    const { versions, changeLog } = state.under(lease);
    const recorder = new VersionRecorder({ history, versions, log });
    const seed = new ChangeSeed({
      ...{ store, changeLog, feed, history, versions, clock, log },
      declarations: declarations(),
    });
    const stopPruning = startPruning({ changeLog, clock, log });
    void seed.fill();
    // Other servers read from git what the index lacks.
    const catchUps = setInterval(() => void declarations().start(), minuteMs).unref();
    const reports = setInterval(() => void changeRecorder.reportPayments(), hourMs).unref();

    return {
      component: { recorder, seed },
      end: async () => {
        seed.stop();
        stopPruning();
        clearInterval(catchUps);
        clearInterval(reports);
        await changeRecorder.reportPayments();
        await recorder.stop();
      },
    };
  });
}

/** Builds the site in a folder, which servers may share; undefined where nobody can build there. */
export async function buildDuty(
  builds: SiteBuilds,
  dist: DistFolder,
  log: Logger,
): Promise<Duty | undefined> {
  try {
    return {
      name: `build ${await dist.identity()}`,
      begin: (tenure) => {
        builds.begin(tenure);
        return () => builds.rest();
      },
    };
  } catch (error) {
    log.warn({ error }, 'nothing can be built in DIST_DIR');
    return undefined;
  }
}

/** Commits the entries that the log of who is paid lacks. */
export function logDuty(maintenance: LogMaintenance): Duty {
  return {
    name: 'log',
    begin: (tenure) => {
      void maintenance.start(tenure);
      return () => maintenance.stop();
    },
  };
}
