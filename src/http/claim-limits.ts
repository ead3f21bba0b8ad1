import type { CountedClaim } from '../live/claims.ts';
import type { Allowance, MakeLimiter, RateLimit, RateLimiter } from './rate-limit.ts';

const perHour = (requests: number): RateLimit => ({ requests, perSeconds: 3600 });

const limits = {
  /** Of an owner for a listing. */
  owner: perHour(10),
  /** Of a client at a host. */
  client: perHour(50),
  /** Of all clients at a host. */
  shared: perHour(600),
  /** More at a host, for clients that have not claimed anything there within the hour. */
  newcomers: perHour(200),
};

/**
 * The limits of claims, each of which sends requests to a third party's server. Since anybody can claim anything, strangers must not use up what the
 * true owner needs: a part of what a host is asked is for newcomers. Those are new clients, not new owners, since anybody can become a new owner.
 */
export class ClaimLimits {
  readonly #owner: RateLimiter;
  readonly #client: RateLimiter;
  readonly #shared: RateLimiter;
  readonly #newcomers: RateLimiter;

  constructor(limiter: MakeLimiter) {
    this.#owner = limiter('claim-owner', limits.owner);
    this.#client = limiter('claim-client', limits.client);
    this.#shared = limiter('claim-host', limits.shared);
    this.#newcomers = limiter('claim-newcomers', limits.newcomers);
  }

  /** Counts a claim. */
  take({ id, host, owner, client }: CountedClaim): Allowance {
    const ofOwner = this.#owner.take(`${id} ${owner}`);
    if (!ofOwner.allowed) return ofOwner;
    const ofClient = this.#client.take(`${host} ${client}`);
    if (!ofClient.allowed) return ofClient;

    const isFirst = ofClient.remaining === limits.client.requests - 1;
    const rest = isFirst ? this.#newcomers : this.#shared;
    return this.#shared.takeIfAllowed(host) ?? rest.take(host);
  }
}
