import type { Entry } from '../domain/snapshot.ts';
import { type KnownService, knownService } from '../views/known-service.ts';
import { LastAnswers } from './last-answers.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** More than the services that one page shows, and those whose pages are made at the same time. */
const maxCached = 256;

/** A cache: a service appears in several parts of a page and in its other forms, which are made together, and its history is read only once. */
const made = new WeakMap<SiteCatalog, LastAnswers<Entry, Promise<KnownService>>>();

/** What the catalog knows of a service. */
export function knownOf(entry: Entry, catalog: SiteCatalog): Promise<KnownService> {
  const known = made.get(catalog) ?? new LastAnswers<Entry, Promise<KnownService>>(maxCached);
  made.set(catalog, known);

  return known.get(entry, () => readKnown(entry, catalog));
}

async function readKnown(entry: Entry, { history }: SiteCatalog): Promise<KnownService> {
  const { fields } = await history.observed(entry);

  return knownService(entry, fields);
}
