import type { Noun } from '../formats.ts';

/*
 * Why the API refused a request of an owner.
 */

export const unreachable: string = 'The server cannot be reached. Check your connection, then try again.';
export const noServer: string =
  'No server answers here: this is a copy of the catalog, and this needs the server of the original.';
export const broken: string = 'The server cannot answer right now. Try again in a minute.';

export const waitNouns: Readonly<Record<'second' | 'minute' | 'hour', Noun>> = {
  second: ['second', 'seconds'],
  minute: ['minute', 'minutes'],
  hour: ['hour', 'hours'],
};

/** `wait` is like `40 seconds`. */
export const tryAgainIn = (wait: string): string => `Try again in ${wait}.`;

/** What happened and what to do, by the code of the refusal; the words of the API for a code that has none here. */
export const refusalSentences: Readonly<Record<string, string>> = {};

/** The same for one problem of a request, apart from those of the fields of a listing. */
export const problemSentences: Readonly<Record<string, string>> = {};
