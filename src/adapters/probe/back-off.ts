const minute = 60 * 1000;

/** As long as this many passes in a row, a failure may be a short one: the life of a service turns on them. */
const patience = 2;
const firstMs = 30 * minute;
const longestMs = 6 * 60 * minute;

/**
 * How long an origin is left alone after that many passes in a row in which it could not be reached: twice as long each time, up
 * to six hours, so that a day still has at least the three checks by which a service becomes inactive.
 */
export function backOffMs(failures: number): number {
  if (failures <= patience) return 0;

  return Math.min(longestMs, firstMs * 2 ** (failures - patience - 1));
}
