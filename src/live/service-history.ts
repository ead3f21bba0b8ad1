import type { CheckDay, LatencyDay } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Verdict } from '../domain/verdict.ts';
import { mostEntries } from '../verification/considered-part.ts';
import { judge } from '../verification/judge.ts';
import { wildcardRemark } from '../verification/report.ts';
import { isReadToday } from '../verification/terms.ts';
import { trust } from '../verification/trust.ts';
import { firstDay, uptimePercent } from '../verification/uptime.ts';
import type { CheckStore, Clock } from './ports.ts';

interface Dependencies {
  readonly checks: Pick<CheckStore, 'days' | 'latencyDays' | 'latest' | 'liveTerms'>;
  readonly clock: Clock;
}

const latestShown = 20;

/** Answers what was observed of one service, for API and pages. */
export class ServiceHistory {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The verdict of the last check, blocked ones aside; null before the first. */
  verdict({ observed }: Entry): Verdict | null {
    return observed.facts.standing.verdict;
  }

  /** The score that the entry shows, with its parts and the evidence for each. */
  trust({ declared, observed }: Entry) {
    const { version, score, rated, components } = trust(observed.facts);

    return Promise.resolve({
      id: declared.id,
      version,
      score,
      rated,
      components: components.map(({ name, weight, value, evidence }) => ({
        name,
        weight,
        value: rounded(value),
        evidence,
      })),
    });
  }

  /** Days with checks, the oldest first, and the last checks, the newest first. */
  async checks({ declared: { id } }: Entry, days: number) {
    const { checks, clock } = this.#dependencies;

    return {
      id,
      days: (await checks.latencyDays(id, firstDay(clock(), days))).map(dayView),
      latest: (await checks.latest(id, latestShown)).map(
        ({ at, verdict, httpStatus, latencyMs, detail }) => ({
          at: at.toISOString(),
          verdict,
          httpStatus,
          latencyMs,
          detail,
        }),
      ),
    };
  }

  /** Those of the last `days` days that have checks, the oldest first. */
  async dayCounts({ declared: { id } }: Entry, days: number): Promise<readonly CheckDay[]> {
    const { checks, clock } = this.#dependencies;

    return checks.days(id, firstDay(clock(), days));
  }

  /** The last live terms beside the declared ones. */
  async observed({ declared, observed }: Entry) {
    const { checks } = this.#dependencies;
    const { verdict, detail, checkedAt, since, isWildcard } = observed.facts.standing;
    const live = await checks.liveTerms(declared.id);
    const accepts = (live?.terms ?? []).slice(0, mostEntries).filter(isReadToday);

    return {
      id: declared.id,
      verdict,
      detail,
      checkedAt: checkedAt?.toISOString() ?? null,
      since: since?.toISOString() ?? null,
      readAt: live?.at.toISOString() ?? null,
      fields: judge(declared, accepts).fields,
      accepts,
      remarks: [...(live?.remarks ?? []), ...(isWildcard === true ? [wildcardRemark] : [])],
    };
  }
}

function dayView({ date, checks, ok, p50Ms, p95Ms }: LatencyDay) {
  return { date, checks, ok, uptime: uptimePercent({ checks, ok }), p50Ms, p95Ms };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}

/** The history of a catalog whose services nobody checks. */
export function emptyHistory(clock: Clock): ServiceHistory {
  const checks = {
    days: () => Promise.resolve([]),
    latencyDays: () => Promise.resolve([]),
    latest: () => Promise.resolve([]),
    liveTerms: () => Promise.resolve(undefined),
  };

  return new ServiceHistory({ checks, clock });
}
