import { dayOf } from '../domain/day.ts';
import { hostOf } from '../domain/endpoint-text.ts';
import { hashOf } from '../domain/persistent-map.ts';
import { payeesOf } from '../domain/payee.ts';
import { digestOf as similarityDigestOf } from '../domain/service-digest.ts';
import { unobserved } from '../domain/service.ts';
import { type Entry, idOf } from '../domain/snapshot.ts';
import { similarShown } from '../site/service-page.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { digestOf } from './file-groups.ts';

/** What a build noted of a service. */
export interface ServiceNote {
  /** Hashes of its host and of the wallets that it is known to be paid into. */
  readonly keys: readonly string[];
  /** The ids of the services that its page shows as similar. */
  readonly similar: readonly string[];
}

/**
 * What a build notes of a service, so that the next one need not find it out, as a text without spaces: the day (UTC), digests of what decides
 * how similar others are to it and of what is known of it, its keys, and what is similar.
 */
export async function printNote(
  entry: Entry,
  { search, at }: Pick<SiteCatalog, 'search' | 'at'>,
): Promise<string> {
  const similar = (await search.similar(entry)).slice(0, similarShown);

  return [
    dayOf(at),
    likenessOf(entry),
    digestOf(knownText(entry)),
    keysOf(entry).join(','),
    similar.map(idOf).join(','),
  ].join('/');
}

/** Of a text of `printNote`. */
export function readNote(text: string): ServiceNote {
  const [, , , keys = '', similar = ''] = text.split('/');

  return { keys: listIn(keys), similar: listIn(similar) };
}

/**
 * How a service changed since a note was made of it on a day: whether others may be similar to it in another measure, or only its own files are
 * others. Undefined where it did not.
 */
export function changeSince(note: string, day: string, entry: Entry): 'moved' | 'changed' | undefined {
  const beginning = `${day}/${likenessOf(entry)}/`;
  if (!note.startsWith(beginning)) return 'moved';

  return note.startsWith(`${digestOf(knownText(entry))}/`, beginning.length) ? undefined : 'changed';
}

/** Of the declaration, and whether the service is gone, which puts it last. */
function likenessOf(entry: Entry): string {
  const digest = String(similarityDigestOf(entry.declared));

  return entry.observed.status === 'inactive' ? `${digest}-inactive` : digest;
}

/**
 * What is declared of a service, and what was observed. Whatever else is on file about it changes with one of these: with the time of its last
 * check, or with its payments; except for what looks at a proof found, and for how far payments are counted. An untouched page says that they were
 * counted up to an earlier minute, which is as true as on the day when it was made.
 */
export function knownText(entry: Entry): string {
  const { observed } = entry;
  const declaration = JSON.stringify(entry.declared);
  if (observed === unobserved) return declaration;

  const { facts } = observed;
  return `${declaration}\n${JSON.stringify({ ...observed, facts: { ...facts, offers: [...facts.offers] } })}`;
}

/** Hashes of its host and of the wallets that it is known to be paid into. */
export function keysOf(entry: Entry): string[] {
  const { declared, observed } = entry;
  const keys = [hostOf(declared.endpoint), ...payeesOf(declared, observed.facts)];

  return keys.map((key) => String(hashOf(key)));
}

function listIn(text: string): string[] {
  return text === '' ? [] : text.split(',');
}
