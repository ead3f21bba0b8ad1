import type { Config } from '../src/config/config.ts';
import type { Snapshot } from '../src/domain/snapshot.ts';
import { emptyHistory } from '../src/live/service-history.ts';
import { localNetworks, serviceHistory } from '../src/open/payments.ts';
import type { State } from '../src/open/state.ts';
import type { PageSearch, SiteCatalog } from '../src/site/site-catalog.ts';

/** What the pages of a build are made from, but for the news. */
export function siteCatalogOf(
  { snapshot, search }: { readonly snapshot: Snapshot; readonly search: PageSearch },
  config: Config,
  state: State | undefined,
  { at, build, api }: Pick<SiteCatalog, 'at' | 'api'> & { readonly build: NonNullable<SiteCatalog['build']> },
): Omit<SiteCatalog, 'readNews'> {
  const clock = (): Date => at;

  return {
    snapshot,
    search,
    understand: (...text) => search.understand(...text),
    history: state ? serviceHistory(config, state, clock) : emptyHistory(clock, config.assets),
    siteUrl: config.siteUrl,
    catalogName: config.catalogName,
    assets: config.assets,
    localNetworks: localNetworks(config),
    at,
    build,
    repository: config.repository,
    contactUrl: config.contactUrl,
    api,
  };
}
