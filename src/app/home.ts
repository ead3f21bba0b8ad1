import { type ClaimedCatalog, openCatalog } from '../open/catalog.ts';
import type { Base, Part } from './part.ts';

export type Home = ClaimedCatalog & Part;

/** The files of the catalog and their repository, locked against other servers. */
export async function openHome(_parts: object, { config, log }: Base): Promise<Home> {
  const catalog = await openCatalog(config);
  if (catalog.advice !== undefined) log.warn(catalog.advice);

  return { ...catalog, stops: [catalog.release] };
}
