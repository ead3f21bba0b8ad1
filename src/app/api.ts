import { keyDirectory } from '../adapters/signing/http-signature.ts';
import { version } from '../config/version.ts';
import { type Api, createApi } from '../http/api.ts';
import type { CacheCounts } from '../http/hot-answers.ts';
import type { AuditTrail } from '../live/audit-trail.ts';
import { DayLimits } from '../live/day-limits.ts';
import { type Check, health } from '../live/health.ts';
import { KeyIssuer } from '../live/key-issuer.ts';
import { validateEndpoint } from '../live/validate-endpoint.ts';
import { openContractWallets } from '../open/contract-wallets.ts';
import { signerOf } from '../open/prober.ts';
import { openTokenVerifier } from '../open/token-verifier.ts';
import type { Health } from '../views/health.ts';
import type { Catalog } from './catalog.ts';
import type { Checking } from './checking.ts';
import type { Followed } from './following.ts';
import { addParts } from './metrics.ts';
import type { Outcomes } from './outcomes.ts';
import type { Base } from './part.ts';
import type { Site } from './site.ts';
import type { Storage } from './storage.ts';
import type { Notifications } from './notifications.ts';
import type { Writing } from './writing.ts';

/** The parts that the API answers from. */
export interface ApiNeeds {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly writing: Writing;
  readonly checking: Checking;
  readonly outcomes: Outcomes;
  readonly notifications: Notifications;
  readonly following: Followed;
  readonly site: Site;
}

/** The API of the running catalog, and what it says of itself to monitoring. `checks` are those of all parts. */
export function openApi(needs: ApiNeeds, audit: AuditTrail, checks: readonly Check[], base: Base): Api {
  const { storage, catalog, writing, checking, notifications, site } = needs;
  const { following } = needs.following;
  const { config, log, life, metrics } = base;
  const { state, clock } = storage;
  const { history, prober, claims } = checking;
  const { siteUrl, catalogName, licence, endpointPolicy, assets } = config;
  const { store, feed, streams, transparency, meanings } = catalog;
  const signer = signerOf(config);
  const dayLimits = new DayLimits({ lines: state.audit, clock });
  const caches = new Map<string, CacheCounts>();
  const healthNow = healthReader(needs, checks);
  if (metrics) measure(metrics, needs, caches, healthNow);

  return createApi({
    ...{ store, feed, streams, transparency, history, audit, dayLimits, ...site.exports },
    writes: writing.writes,
    committer: writing.committer,
    keys: state.keys,
    issuer: openIssuer(storage, { audit, dayLimits }, base),
    blocks: state.blocks,
    current: following && (() => following.current()),
    keyDirectory: signer && (() => keyDirectory(signer)),
    outcomes: needs.outcomes,
    webhooks: notifications.webhooks,
    declarations: notifications.declarations,
    addMeaning: (sentence) => meanings.add(sentence),
    validate: (request) => validateEndpoint(request, prober, { assets }),
    claim: (...claim) => claims.claim(...claim),
    health: healthNow,
    isStopping: () => life.isStopping,
    isStaleReplica: () => following?.isStaleReplica ?? false,
    metrics,
    metricsNeedKey: config.metrics === 'operators',
    watchCache: (name, counts) => caches.set(name, counts),
    admission: site.admission,
    limiter: storage.limits.limiter,
    ...{ siteUrl, catalogName, licence, endpointPolicy, assets, version, clock, log },
  });
}

/** Reads the health of this server, which counts as up from now on. */
function healthReader({ catalog, writing, site }: ApiNeeds, checks: readonly Check[]): () => Promise<Health> {
  const { store } = catalog;
  const { comparison } = writing;
  const { builds } = site;
  const started = performance.now();
  const upMs = (): number => performance.now() - started;

  return () => health({ store, comparison, builds, version, upMs }, checks);
}

function measure(
  metrics: NonNullable<Base['metrics']>,
  { storage, catalog, writing, checking, notifications, following, site }: ApiNeeds,
  caches: ReadonlyMap<string, CacheCounts>,
  healthNow: () => Promise<Health>,
): void {
  const { store, feed } = catalog;
  const { builds, admission, hot } = site;

  addParts(metrics, {
    ...{ store, feed, builds, admission, hot, caches, health: healthNow },
    committer: writing.committer,
    following: following.following,
    checks: checking.checks,
    deliveries: notifications.deliveries,
    leases: storage.duties.leases,
  });
}

/** Issues keys to owners; undefined where only the operator does. */
function openIssuer(
  { state, clock }: Storage,
  trail: { readonly audit: AuditTrail; readonly dayLimits: DayLimits },
  { config, log, life }: Base,
): KeyIssuer | undefined {
  if (!config.selfServiceKeys) return undefined;

  const { keys, challenges, blocks } = state;
  const contracts = openContractWallets(config, life.stopping);
  const tokens = openTokenVerifier(config, state);
  return new KeyIssuer({
    ...trail,
    ...{ challenges, keys, blocks, contracts, tokens },
    ...{ siteUrl: config.siteUrl, clock, log },
  });
}
