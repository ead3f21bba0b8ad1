/** Whether a number may say how many requests are free of charge. */
export function isFreeQuota(requests: number): boolean {
  return Number.isSafeInteger(requests) && requests >= 0;
}
