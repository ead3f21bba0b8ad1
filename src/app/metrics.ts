import type { PrometheusMetrics } from '../adapters/prometheus.ts';
import type { Config } from '../config/config.ts';
import type { CacheCounts, HotAnswers } from '../http/hot-answers.ts';
import type { Admission } from '../http/admission.ts';
import type { CatalogStore } from '../live/catalog-store.ts';
import type { ChangeFeed } from '../live/change-feed.ts';
import type { Committer } from '../live/committer.ts';
import type { PeerFollower } from '../live/peer-follower.ts';
import type { Leases } from '../live/leases.ts';
import type { LeasedTask } from '../live/duty.ts';
import type { Monitor } from '../live/monitor.ts';
import type { SiteBuilds } from '../live/site-builds.ts';
import type { WebhookDeliveries } from '../live/webhook-deliveries.ts';
import { version } from '../config/version.ts';
import type { Health } from '../views/health.ts';

/** The parts whose state is read for each answer of `GET /metrics`. */
interface Parts {
  readonly store: Pick<CatalogStore, 'snapshot'>;
  readonly feed: Pick<ChangeFeed, 'position'>;
  readonly committer: Pick<Committer, 'waiting'>;
  readonly following: Pick<PeerFollower, 'lagSeconds'> | undefined;
  readonly checks: Pick<LeasedTask<Pick<Monitor, 'queue'>>, 'component'>;
  readonly deliveries: Pick<LeasedTask<Pick<WebhookDeliveries, 'queue'>>, 'component'>;
  readonly leases: Pick<Leases, 'duties'>;
  readonly builds: Pick<SiteBuilds, 'last' | 'isRunning'>;
  readonly admission: Pick<Admission, 'queue' | 'questions'>;
  readonly hot: Pick<HotAnswers, 'counts'>;
  /** By name. */
  readonly caches: ReadonlyMap<string, CacheCounts>;
  readonly health: () => Promise<Health>;
}

/** The metrics for the operator's monitoring; undefined, and not even loaded, where they are turned off. */
export async function openMetrics({
  metrics,
}: Pick<Config, 'metrics'>): Promise<PrometheusMetrics | undefined> {
  if (!metrics) return undefined;

  const { PrometheusMetrics } = await import('../adapters/prometheus.ts');
  return new PrometheusMetrics();
}

export function addParts(metrics: PrometheusMetrics, parts: Parts): void {
  const { caches, hot, health } = parts;

  for (const [name, help, read] of gauges(parts)) metrics.addGauge({ name, help, read });
  if (parts.following) addLag(metrics, parts.following);
  metrics.addCounters(['cache', 'result'], {
    name: 'tollbook_cache_lookups_total',
    help: 'How often caches of answers had what was asked for; "hot" holds answers as they were sent.',
    read: () =>
      [...caches, ['hot', hot.counts] as const].flatMap(([cache, counts]) => lookups(cache, counts)),
  });
  metrics.addGauges(['check'], {
    name: 'tollbook_health_ok',
    help: '1 for each part of the server that works, 0 for one that does not, as in GET /health.',
    read: async () => {
      const { checks } = await health();
      return Object.entries(checks).map(([check, state]) => [{ check }, state === 'ok' ? 1 : 0] as const);
    },
  });
  metrics.addGauges(['duty'], {
    name: 'tollbook_duty_held',
    help: '1 for each duty that this server does now, 0 for one that is left to another. Of all servers of one database, one does each.',
    read: () =>
      Promise.resolve([...parts.leases.duties].map(([duty, isHeld]) => [{ duty }, Number(isHeld)] as const)),
  });
  metrics.addGauges(['version'], {
    name: 'tollbook_info',
    help: 'Always 1; the version of Tollbook.',
    read: () => Promise.resolve([[{ version }, 1]]),
  });
}

function addLag(metrics: PrometheusMetrics, following: Pick<PeerFollower, 'lagSeconds'>): void {
  metrics.addGauge({
    name: 'tollbook_following_lag_seconds',
    help: 'How long ago this server was last known to show everything that other servers did.',
    read: () => following.lagSeconds,
  });
}

type GaugeRow = readonly [name: string, help: string, read: () => number];

function gauges({ store, feed, committer, checks, deliveries, builds, admission }: Parts): GaugeRow[] {
  const checked = () => checks.component?.queue ?? { scheduled: 0, overdue: 0, running: 0 };
  const delivered = () => deliveries.component?.queue ?? { webhooks: 0, waiting: 0 };

  return [
    ['tollbook_services', 'Listed services.', () => store.snapshot.size],
    ['tollbook_writes_waiting', 'Acts that wait for a commit.', () => committer.waiting],
    [
      'tollbook_answers_waiting',
      'Costly answers that wait for their turn.',
      () => admission.queue.waiting + admission.questions.waiting,
    ],
    ['tollbook_checks_scheduled', 'Services that are checked later.', () => checked().scheduled],
    ['tollbook_checks_overdue', 'Checks that are due and have not begun.', () => checked().overdue],
    ['tollbook_checks_running', 'Checks in flight.', () => checked().running],
    ['tollbook_webhooks_active', 'Webhooks that are on.', () => delivered().webhooks],
    ['tollbook_webhook_deliveries_waiting', 'Deliveries that wait.', () => delivered().waiting],
    ['tollbook_feed_position', 'Number of the last change in the feed.', () => feed.position.number],
    [
      'tollbook_feed_last_change_timestamp_seconds',
      'When the last change was written to the feed.',
      () => feed.position.at / 1000,
    ],
    ['tollbook_build_running', '1 while a build of the site runs.', () => Number(builds.isRunning)],
    [
      'tollbook_build_timestamp_seconds',
      'When the build that is served was made; NaN without one.',
      () => Date.parse(builds.last?.builtAt ?? '') / 1000,
    ],
    [
      'tollbook_unbuilt_changes',
      'Changes that the build that is served lacks.',
      () => store.snapshot.version.unbuilt,
    ],
  ];
}

function lookups(cache: string, { hits, misses }: CacheCounts) {
  return [
    [{ cache, result: 'hit' }, hits],
    [{ cache, result: 'miss' }, misses],
  ] as const;
}
