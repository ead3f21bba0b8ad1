import { allDone } from '../domain/all-done.ts';
import type { CatalogFile } from '../domain/catalog-file.ts';
import type { Entry } from '../domain/snapshot.ts';
import { badge } from '../site/badge.ts';
import { knownOf } from '../site/known-services.ts';
import { LastAnswers } from '../site/last-answers.ts';
import { badgePath } from '../site/links.ts';
import type { ServicePage } from '../site/service-page.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { type BuiltFile, isWhole, placeGroup } from './build-files.ts';
import type { FileGroup } from './file-groups.ts';
import { openPageFiles, type PageFile } from './page-files.ts';
import { serviceKeys } from './service-keys.ts';
import { printNote } from './service-note.ts';
import type { SiteCode } from './site-code.ts';
import { rememberingHistory } from './remembering-history.ts';
import { rememberingSearch } from './remembering-search.ts';
import { pagesOfService } from './site-pages.ts';
import { serviceApi } from './static-api.ts';

/** A service whose files are to be placed, and those that the last build had of it. */
export interface ServiceOrder {
  readonly id: string;
  readonly kept: FileGroup | undefined;
  /** The ids of the services that its page shows as similar, where they need not be looked for. */
  readonly similar: readonly string[] | undefined;
}

/** Places the files of services into a build. Answers in the order of the services, with undefined where all files are kept. */
export type PlaceServices = (orders: readonly ServiceOrder[]) => Promise<(FileGroup | undefined)[]>;

export interface ServicePlace {
  readonly code: SiteCode;
  /** The folder of the build. */
  readonly build: string;
}

/** Services whose files are made concurrently, since pictures are drawn on other threads. */
const atOnce = 4;

/** Pages of services that are remembered: more than are made at once. */
const mostPages = 16;

/** Places services in this thread. */
export function servicePlacer(catalog: SiteCatalog, place: ServicePlace): PlaceServices {
  const { snapshot } = catalog;
  const remembering = {
    ...catalog,
    search: rememberingSearch(catalog),
    history: rememberingHistory(catalog.history),
    servicePages: new LastAnswers<Entry, Promise<ServicePage>>(mostPages),
  };
  const pageFile = openPageFiles(place.code, remembering);
  const keyOf = serviceKeys(remembering, place);

  const placeOne = async ({ id, kept, similar }: ServiceOrder): Promise<FileGroup | undefined> => {
    const entry = snapshot.find(id);
    if (!entry) throw new Error(`there is no service ${id}`);

    // A page that is made again shows what is similar now.
    const shown = similar?.flatMap((other) => snapshot.find(other) ?? []);
    const isSame = kept && shown && kept.key === (await keyOf(entry, shown));
    if (isSame && isWhole(place.build, kept)) return undefined;

    const files = () => filesOf(entry, remembering, pageFile);
    const note = () => printNote(entry, remembering);
    const group = await placeGroup(place.build, { key: await keyOf(entry), files, note }, kept);
    return group === kept ? undefined : group;
  };

  return async (orders) => {
    const placed: (FileGroup | undefined)[] = [];
    const queue = orders.entries();
    const work = async (): Promise<void> => {
      for (const [number, order] of queue) placed[number] = await placeOne(order);
    };
    await allDone(Array.from({ length: atOnce }, work));
    return placed;
  };
}

/** Every file of a service: its pages, its part of the API, and its badge, which a server draws anew for each reader. */
async function filesOf(entry: Entry, catalog: SiteCatalog, pageFile: PageFile): Promise<BuiltFile[]> {
  const pages = (await pagesOfService(entry, catalog)).map(pageFile);
  const files = [...pages, ...serviceApi(entry).map(textFile)];
  if (catalog.isServed) return files;

  const text = badge(await knownOf(entry, catalog));
  return [...files, textFile({ path: badgePath(entry.declared.id).slice(1), text })];
}

function textFile({ path, text }: CatalogFile): BuiltFile {
  return { path, origin: text, make: () => text };
}
