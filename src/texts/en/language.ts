import type { Language } from '../languages.ts';

/** The language of these texts. */
export const language: Language = 'en';

/** For dates, as a BCP 47 tag. */
export const locale: string = 'en-GB';

/** Between thousands, and before the fraction of a number. */
export const separators = { thousands: ',', decimal: '.' };

/** An amount with the sign of its money: `$0.01`. */
export const withSign = (amount: string, sign: string): string => sign + amount;

/** A day (`31 January 2026`) with a time of day in UTC (`12:00`). */
export const atTime = (day: string, time: string): string => `${day} at ${time} UTC`;
