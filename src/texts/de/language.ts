import type * as english from '../en/language.ts';

export const language: typeof english.language = 'de';
export const locale: typeof english.locale = 'de-DE';
export const separators: typeof english.separators = { thousands: '.', decimal: ',' };
export const withSign: typeof english.withSign = (amount, sign) => `${amount}\u00a0${sign}`;
export const atTime: typeof english.atTime = (day, time) => `${day} um ${time} UTC`;
