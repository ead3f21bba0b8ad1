import type { AuditedAct } from '../domain/audit.ts';
import { dayMs } from '../domain/duration.ts';
import { isSelfMade } from '../domain/owner.ts';
import type { RemainingQuota } from '../domain/quota.ts';
import type { AuditStore, Clock } from './ports.ts';

/** The things that owners make by themselves: the acts that make it, and how many one address may make within 24 hours. */
const dayLimits = {
  services: { acts: ['register', 'register_batch'], most: 100 },
  keys: { acts: ['make_key'], most: 200 },
  webhooks: { acts: ['create_webhook'], most: 40 },
} as const satisfies Record<string, { readonly acts: readonly AuditedAct[]; readonly most: number }>;

export const countedActs: readonly AuditedAct[] = Object.values(dayLimits).flatMap(({ acts }) => acts);

export type DayLimit = keyof typeof dayLimits;

interface Dependencies {
  readonly lines: Pick<AuditStore, 'made'>;
  readonly clock: Clock;
}

/**
 * Limits what one address makes within a day, for however many owners. Counts the lines of the audit trail, which all servers share and a restart does not
 * forget.
 */
export class DayLimits {
  readonly #lines: Pick<AuditStore, 'made'>;
  readonly #clock: Clock;

  constructor({ lines, clock }: Dependencies) {
    this.#lines = lines;
    this.#clock = clock;
  }

  /**
   * How many more an address may make; undefined for an owner without this limit, whom the operator named. The act that asks has its line in the audit
   * trail already, so that acts at the same time count each other.
   */
  async room(limit: DayLimit, owner: string, client: string): Promise<RemainingQuota | undefined> {
    if (!isSelfMade(owner)) return undefined;

    const { acts, most } = dayLimits[limit];
    const now = this.#clock().getTime();
    const since = new Date(now - dayMs);
    const times = await this.#lines.made({ acts, client, since }, most + 1);
    const oldest = times.at(-1)?.getTime() ?? now;
    return {
      most,
      left: most - (times.length - 1),
      retryAfterSeconds: Math.max(1, Math.ceil((oldest + dayMs - now) / 1000)),
    };
  }
}
