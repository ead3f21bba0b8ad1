const minute = 60_000;
const day = 24 * 60 * minute;

/** Every number that a status or a score hangs on. */
export const thresholds = {
  /** How long another price than the declared one is borne before a service is no longer verified. */
  priceGraceMs: day,
  /** A service is inactive after this many failed checks on end, over at least this time. */
  inactiveAfterChecks: 3,
  inactiveAfterMs: day,
  /** A service that is gone is asked at least this often whether it came back. */
  longestPauseMs: day,
  /** Days that uptime and trust look back on. */
  windowDays: 30,
  /** Checks, and days with checks, below which a score is marked unrated. */
  ratedAfterChecks: 10,
  ratedAfterDays: 3,
  /** As many checks, half of them good, are added to the counted ones: few good checks are no proof yet. */
  priorChecks: 10,
  /** Answers as quick as the first are worth everything, as slow as the second nothing. */
  quickMs: 500,
  slowMs: 5_000,
  /** Terms that stayed the same for this long are worth everything. */
  settledAfterMs: 90 * day,
  /** Buyers that are worth everything. */
  manyBuyers: 50,
} as const;
