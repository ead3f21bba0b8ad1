import { dayOf } from '../domain/day.ts';
import { type Entry, idOf, type Snapshot } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';
import { siteGroup } from './file-groups.ts';
import type { FileRecords } from './file-records.ts';
import { changeSince, keysOf, readNote, type ServiceNote } from './service-note.ts';

/** What a build may take from the one before. */
export interface KeptServices {
  /** Whether everything is unchanged that the files of a service are made from. */
  readonly isUntouched: (entry: Entry) => boolean;
  /** The ids of the services that the page of one shows as similar; undefined where they have to be looked for. */
  readonly similarTo: (id: string) => readonly string[] | undefined;
}

interface Catalog {
  readonly snapshot: Snapshot;
  readonly search: Search;
  readonly at: Date;
}

/** So many services around a changed one are looked at again. */
const around = 200;

/** Where more than one service in so many changed, most of the others show one of them. */
const mostShow = 4;

const nothing: KeptServices = { isUntouched: () => false, similarTo: () => undefined };

/**
 * Compares a catalog with the notes of the last build. `common` is a digest of what the files of all services are made from.
 *
 * What is similar to a service is taken from there, because to look for it takes longer than everything else that an unchanged service costs.
 * Around each service that is new, changed or gone, it is looked for again. Further away a change also moves the weights of words a little, which
 * may swap services that are about as similar as each other; so the first build of a day looks for all of them again.
 */
export async function keptServices(
  catalog: Catalog,
  records: FileRecords,
  common: string,
): Promise<KeptServices> {
  const { snapshot, search, at } = catalog;
  const { moved, changed, gone } = changesIn(snapshot, records, dayOf(at));
  // Around more than these lies the whole catalog.
  const most = snapshot.size / around;
  if (moved.length + gone.length > most) return nothing;

  const left = new Set([...gone, ...moved.map(idOf)]);
  const alike = await Promise.all(moved.map((entry) => search.likened(entry, around)));
  const near = new Set(alike.flat().map(idOf));
  const noteOf = (id: string): ServiceNote | undefined =>
    left.has(id) || near.has(id) ? undefined : readNote(records.get(id)?.note ?? '');
  const similarTo = (id: string): readonly string[] | undefined => {
    const similar = noteOf(id)?.similar;

    return similar?.some((other) => left.has(other)) ? undefined : similar;
  };
  const isSame = records.get(siteGroup)?.note === common;
  const isMost = changed.length > snapshot.size / mostShow;
  if (!isSame || isMost) return { isUntouched: nothing.isUntouched, similarTo };

  const touched = new Set([...gone, ...changed.map(idOf)]);
  const before = [...touched].flatMap((id) => readNote(records.get(id)?.note ?? '').keys);
  const keys = new Set([...before, ...changed.flatMap(keysOf)]);
  const isUntouched = (entry: Entry): boolean => {
    const note = touched.has(idOf(entry)) ? undefined : noteOf(idOf(entry));
    if (!note || showsMore(entry)) return false;

    return !note.similar.some((other) => touched.has(other)) && !note.keys.some((key) => keys.has(key));
  };
  return { isUntouched, similarTo };
}

/** Whether pages show more beside what is declared: the name of another service, the passing of time, what looks at a proof found. */
function showsMore({ declared: { deprecated, transfer, proof } }: Entry): boolean {
  return deprecated !== undefined || transfer !== undefined || proof !== undefined;
}

/** What is different from the notes of a day, or without a note. */
interface Changes {
  /** Services to which others are not as similar as before. */
  readonly moved: readonly Entry[];
  /** These, and services of which something else is declared or was observed than before. */
  readonly changed: readonly Entry[];
  /** The ids of those that are listed no more. */
  readonly gone: readonly string[];
}

function changesIn(snapshot: Snapshot, records: FileRecords, day: string): Changes {
  const moved: Entry[] = [];
  const changed: Entry[] = [];
  let listed = 0;
  for (const entry of snapshot.entries()) {
    const group = records.get(idOf(entry));
    if (group) listed += 1;
    const since = changeSince(group?.note ?? '', day, entry);
    if (since === 'moved') moved.push(entry);
    if (since !== undefined) changed.push(entry);
  }

  const isOfService = (id: string): boolean => id !== siteGroup;
  const kept = records.size - (records.get(siteGroup) ? 1 : 0);
  const gone =
    kept === listed ? [] : [...records.names()].filter((id) => isOfService(id) && !snapshot.find(id));
  return { moved, changed, gone };
}
