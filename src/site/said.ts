import { filled, type Translations } from '../texts/message.ts';

/** What a script says: in the words of the site, then in those of the API or the browser, which are English. Either may be empty. */
export interface Said {
  readonly text: string;
  readonly english: string;
}

/** What is said of something with a code: in the words of a table, or else in those of the API. */
export function saidBy(table: Translations<never>, code: string, detail: string): Said {
  const message = ownOf(table, code);

  return message === undefined ? { text: '', english: detail } : { text: filled(message, {}), english: '' };
}

/** The entry of a table under a name that comes from outside. */
export function ownOf<Name extends string, Value>(
  table: Readonly<Record<Name, Value>>,
  name: Name,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A text of the API as a sentence of its own. */
export function sentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
