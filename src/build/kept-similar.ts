import { dayOf } from '../domain/day.ts';
import { digestOf } from '../domain/service-digest.ts';
import { type Entry, idOf, type Snapshot } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';
import { similarShown } from '../site/service-page.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { type FileRecords, siteGroup } from './file-records.ts';

/** The ids of the services that the page of one shows as similar; undefined where they have to be looked for. */
export type KeptSimilar = (id: string) => readonly string[] | undefined;

/** So many services around a changed one are looked at again. */
const around = 200;

/** What a build notes of a service: the day, what decides how similar others are to it, and the services that its page shows as similar. */
export function similarNote(entry: Entry, { search, at }: Pick<SiteCatalog, 'search' | 'at'>): string {
  const similar = search.similar(entry).slice(0, similarShown);

  return `${dayOf(at)}/${digestIn(entry)}/${similar.map(idOf).join(',')}`;
}

/**
 * Takes what is similar from the notes of the last build, because to look for it takes longer than everything else that an unchanged service costs.
 * Around each service that is new, changed or gone, it is looked for again. Further away a change also moves the weights of words a little, which
 * may swap services that are about as similar as each other; so the first build of a day looks for all of them again.
 */
export function keptSimilar(
  { snapshot, search, at }: { readonly snapshot: Snapshot; readonly search: Search; readonly at: Date },
  records: FileRecords,
): KeptSimilar {
  const notes = new Map<string, Note>();
  for (const [id, { note }] of records) if (note.startsWith(`${dayOf(at)}/`)) notes.set(id, readNote(note));

  const entries = Array.from(snapshot.entries());
  const changed = entries.filter((entry) => notes.get(idOf(entry))?.digest !== digestIn(entry));
  const gone = [...records.keys()].filter((id) => id !== siteGroup && !snapshot.find(id));
  // Around more than these lies the whole catalog.
  if (changed.length + gone.length > snapshot.size / around) return () => undefined;

  const moved = new Set([...gone, ...changed.map(idOf)]);
  const near = new Set(changed.flatMap((entry) => search.likened(entry, around).map(idOf)));
  return (id) => {
    const similar = notes.get(id)?.similar;
    const isSure = similar && !moved.has(id) && !near.has(id) && !similar.some((other) => moved.has(other));

    return isSure ? similar : undefined;
  };
}

interface Note {
  readonly digest: string;
  readonly similar: readonly string[];
}

function readNote(note: string): Note {
  const [, digest = '', similar = ''] = note.split('/');

  return { digest, similar: similar === '' ? [] : similar.split(',') };
}

/** Of what is declared, and whether the service is gone, which puts it last. */
function digestIn(entry: Entry): string {
  const digest = String(entry.listed?.digest ?? digestOf(entry.declared));

  return entry.observed.status === 'inactive' ? `${digest}-inactive` : digest;
}
