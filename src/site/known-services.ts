import type { Entry } from '../domain/snapshot.ts';
import { type KnownService, knownService } from '../views/known-service.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** A cache: a service appears on several pages of one catalog, and its history is read only once. */
const made = new WeakMap<SiteCatalog, Map<Entry, Promise<KnownService>>>();

/** What the catalog knows of a service. */
export function knownOf(entry: Entry, catalog: SiteCatalog): Promise<KnownService> {
  const known = made.get(catalog) ?? new Map<Entry, Promise<KnownService>>();
  made.set(catalog, known);

  const one = known.get(entry) ?? readKnown(entry, catalog);
  known.set(entry, one);
  return one;
}

async function readKnown(entry: Entry, { history }: SiteCatalog): Promise<KnownService> {
  const { fields } = await history.observed(entry);

  return knownService(entry, fields);
}
