/** The wait that `Retry-After` asks for in seconds or by a date (RFC 9110, section 10.2.3), in milliseconds; undefined where it says neither. */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000;
  // Complete dates only: `Date.parse` alone would read `5` as the month of May.
  if (!/^[A-Z][a-z]+,? .* GMT$/.test(text)) return undefined;

  const ms = Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
