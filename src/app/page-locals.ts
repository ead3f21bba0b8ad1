import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { AnswerTimes } from '../http/answer-times.ts';
import { describeApi } from '../http/openapi.ts';
import type { SiteDependencies } from '../http/site-handler.ts';
import type { Log } from '../live/ports.ts';
import { changesReader } from '../live/read-changes.ts';
import type { SiteBuilds } from '../live/site-builds.ts';
import { localNetworks } from '../open/payments.ts';
import { readSearch, usableValues } from '../site/search-request.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { droppedBy } from '../site/understood.ts';
import type { Catalog } from './catalog.ts';
import type { Checking } from './checking.ts';
import type { Storage } from './storage.ts';
import type { Notifications } from './notifications.ts';

/** The parts that pages read from. */
export interface PageNeeds {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly checking: Checking;
  readonly notifications: Notifications;
}

interface Seen {
  readonly times: AnswerTimes;
  readonly lastBuild: () => SiteBuilds['last'];
}

/** The running catalog as a page shows it at the moment of its request. */
export function localsFor(
  { storage, catalog: live, checking, notifications }: PageNeeds,
  { times, lastBuild }: Seen,
  config: Config,
  log: Log,
): SiteDependencies['locals'] {
  const { clock } = storage;
  const { store, meanings, feed } = live;
  const { history } = checking;
  const { siteUrl } = config;
  let described: ReturnType<typeof describeApi> | undefined;
  const readChanges = changesReader({ declarations: notifications.declarations, log });
  const readNews: SiteCatalog['readNews'] = (...asked) => feed.news(...asked);
  const localOnes = localNetworks(config);

  return () => {
    const { snapshot, search } = store;
    const seen = { history, at: clock(), build: lastBuild(), answerTimes: times.read() };
    const understand: SiteCatalog['understand'] = async (...text) =>
      meanings.add(await search.understand(...text));
    const { assets, repository: home, contactUrl, catalogName } = config;
    const known = { assets, localNetworks: localOnes, repository: home, contactUrl, siteUrl, catalogName };
    const catalog = {
      snapshot,
      search,
      understand,
      ...seen,
      readChanges,
      readNews,
      ...known,
      isServed: true,
    };
    // Few pages show it.
    return {
      catalog: {
        ...catalog,
        get api() {
          return (described ??= describeApi(siteUrl, version));
        },
      },
    };
  };
}

/** Finds the meaning of what a visitor searches for, and services that other servers listed, so that the page knows them already. */
export function preparationFor({ store, feed, meanings }: Catalog): SiteDependencies['prepare'] {
  return async ({ pathname, searchParams }, inTurn) => {
    const [, id] = /^\/services\/([^/.]+)/.exec(pathname) ?? [];
    if (id !== undefined && !store.snapshot.find(id)) await feed.isCurrent();
    if (!/^\/search(?:\/|\/feed\.\w+)?$/.test(pathname)) return;
    const { query, ignore } = usableValues(readSearch(searchParams));
    if (query === '') return;
    await meanings.add(await inTurn(() => store.search.understand(query, droppedBy(ignore))));
  };
}
