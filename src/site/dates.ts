const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A UTC timestamp as a day that people read: `31 January 2026`. */
export function dayOf(timestamp: string): string {
  return longDate.format(new Date(timestamp));
}

/** A UTC timestamp to the minute: `31 January 2026 at 12:00 UTC`. */
export function minuteOf(timestamp: string): string {
  return `${dayOf(timestamp)} at ${new Date(timestamp).toISOString().slice(11, 16)} UTC`;
}
