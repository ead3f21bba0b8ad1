import type { CheckDay, LatencyDay } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Verdict } from '../domain/verdict.ts';
import { mostEntries } from '../verification/considered-part.ts';
import { judge } from '../verification/judge.ts';
import { wildcardRemark } from '../views/validation.ts';
import { isReadToday } from '../verification/terms.ts';
import { trust } from '../verification/trust.ts';
import { firstDay, sumWindow, uptimePercent, windowStart } from '../verification/uptime.ts';
import type { Monitor } from './monitor.ts';
import type { CheckStore, Clock } from './ports.ts';

interface Dependencies {
  readonly monitor: Pick<Monitor, 'standing'>;
  readonly checks: CheckStore;
  readonly clock: Clock;
}

const latestShown = 20;

/** What was seen of one service in the past, as the API tells it. */
export class ServiceHistory {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** What the last check found; null before the first. */
  verdict({ declared: { id } }: Entry): Verdict | null {
    return this.#dependencies.monitor.standing(id).verdict;
  }

  /** The score with its parts, each with what it was made from. */
  async trust({ declared: { id } }: Entry) {
    const { monitor, checks, clock } = this.#dependencies;
    const at = clock();
    const window = sumWindow(await checks.days(id, windowStart(at)), at);
    const { version, score, rated, components } = trust({ standing: monitor.standing(id), window, at });

    return {
      id,
      version,
      score,
      rated,
      components: components.map(({ name, weight, value, evidence }) => ({
        name,
        weight,
        value: rounded(value),
        evidence,
      })),
    };
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

  /** The days with checks among the last so many, the oldest first. */
  async dayCounts({ declared: { id } }: Entry, days: number): Promise<readonly CheckDay[]> {
    const { checks, clock } = this.#dependencies;

    return checks.days(id, firstDay(clock(), days));
  }

  /** The last live terms beside the declared ones. */
  async observed({ declared }: Entry) {
    const { monitor, checks } = this.#dependencies;
    const { verdict, detail, checkedAt, since, isWildcard } = monitor.standing(declared.id);
    const observation = await checks.observation(declared.id);
    const accepts = (observation?.terms ?? []).slice(0, mostEntries).filter(isReadToday);

    return {
      id: declared.id,
      verdict,
      detail,
      checkedAt: checkedAt?.toISOString() ?? null,
      since: since?.toISOString() ?? null,
      readAt: observation?.at.toISOString() ?? null,
      fields: judge(declared, accepts).fields,
      accepts,
      remarks: [...(observation?.remarks ?? []), ...(isWildcard === true ? [wildcardRemark] : [])],
    };
  }
}

function dayView({ date, checks, ok, p50Ms, p95Ms }: LatencyDay) {
  return { date, checks, ok, uptime: uptimePercent({ checks, ok }), p50Ms, p95Ms };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}
