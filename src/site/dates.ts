const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A UTC timestamp as a day that people read: `31 January 2026`. */
export function dayOf(timestamp: string): string {
  return longDate.format(new Date(timestamp));
}
