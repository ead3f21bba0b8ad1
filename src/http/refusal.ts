import { restorableUntil } from '../domain/tombstone.ts';
import type { Forbidden, Outcome, Refusal } from '../registration/act.ts';
import { maxUnverified, maxUnverifiedAtHost } from '../registration/listings.ts';
import type { Problem } from '../views/problem.ts';
import { tombstoneView } from '../views/tombstone.ts';
import type { DayLimit } from '../live/day-limits.ts';
import type { RemainingQuota } from '../domain/quota.ts';

/** An outcome that is an answer, not a refusal. */
export type Done = Exclude<Outcome, Refusal | { readonly kind: 'failed' }>;

const retryAfterFailureSeconds = 5;

/** The problem to answer with, where an act was refused or failed; undefined where it was done. */
export function problemOf(
  outcome: Exclude<Outcome, Done>,
  invalid: 'registration_invalid' | 'declaration_invalid',
): Problem {
  switch (outcome.kind) {
    case 'refused':
      return { code: invalid, errors: outcome.problems };
    case 'listed':
      return { code: 'endpoint_listed', members: { existing: `/api/services/${outcome.id}` } };
    case 'reserved': {
      const until = restorableUntil(outcome.tombstone).toISOString();
      return { code: 'endpoint_reserved', members: { until, tombstone: outcome.tombstone.id } };
    }
    case 'too_many_unverified':
      return unverifiedProblem(outcome.host);
    case 'too_many_today':
      return dayProblem('services', outcome.room);
    case 'unknown':
      return { code: 'service_unknown' };
    case 'gone':
      return { code: 'service_deleted', members: tombstoneView(outcome.tombstone) };
    case 'forbidden':
      return { code: 'not_owner', detail: forbiddenDetails[outcome.why](outcome.owner ?? '') };
    case 'outdated':
      return { code: 'precondition_failed' };
    case 'expired':
      return { code: 'restore_expired', members: tombstoneView(outcome.tombstone) };
    case 'not_removed':
      return { code: 'service_listed' };
    case 'not_offered':
      return { code: 'not_offered' };
    case 'proven':
      return { code: 'claim_refused', members: { owner: outcome.owner } };
    case 'failed': {
      const { retryAfterSeconds = retryAfterFailureSeconds, isUnsettled = false } = outcome;
      return { code: isUnsettled ? 'commit_unsettled' : 'commit_failed', retryAfterSeconds };
    }
  }
}

/** The refusal of a service beyond those that an owner, or a host, may have before checks verify some. */
function unverifiedProblem(host: string | undefined): Problem {
  if (host === undefined) return { code: 'too_many_unverified', members: { limit: maxUnverified } };

  const limit = maxUnverifiedAtHost;
  const detail = `${host} has ${String(limit)} services that were never verified, as many as a host may have. If the host is yours, claim one of them (GET /api/services?host=${host}) by the method "http" or "dns"; then this limit does not apply to you. Otherwise wait until checks verify some.`;
  return { code: 'too_many_unverified', detail, members: { limit } };
}

export function isDone(outcome: Outcome): outcome is Done {
  return ['created', 'changed', 'removed', 'batch'].includes(outcome.kind);
}

const forbiddenDetails: Readonly<Record<Forbidden, (owner: string) => string>> = {
  unowned: () => 'Nobody owns this service. Claim it with POST /api/services/{id}/claim, then change it.',
  not_owner: (owner) =>
    `This service belongs to ${owner}, and your key to somebody else. If it is yours, claim it with POST /api/services/{id}/claim.`,
  not_repository: () =>
    'This service was listed from another repository of its owner. Change it from there, or with a key of the owner that is bound to no repository.',
  maintainer: (owner) =>
    `You may change what this service declares, but only its owner ${owner} may do this. Ask the owner.`,
  by_operator: () => 'The operator of this catalog removed this service. Only the operator can restore it.',
};

/** The refusal of what would be more than an address may make within a day. */
export function dayProblem(limit: DayLimit, { most, retryAfterSeconds }: RemainingQuota): Problem {
  return {
    code: 'too_many_requests',
    detail: `Your address made ${String(most)} ${limit} within 24 hours, as many as it may. It may make another in ${String(retryAfterSeconds)} seconds. The operator of this catalog gives keys without this limit.`,
    retryAfterSeconds,
  };
}
