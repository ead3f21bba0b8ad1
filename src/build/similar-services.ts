import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dayOf } from '../domain/duration.ts';
import { type Entry, idOf, type Snapshot } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';
import { textsOf } from '../search/words/fields.ts';
import { similarShown } from '../site/service-page.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { digestOf } from './digest.ts';

interface Catalog extends Pick<SiteCatalog, 'snapshot' | 'at'> {
  readonly search: Pick<Search, 'similar' | 'likened'>;
}

/** The findings of a build: for each service, the texts that decide about similarity, and the ids of the similar ones that its page shows. */
const Found = z.object({
  day: z.string(),
  services: z.record(z.string(), z.tuple([z.string(), z.array(z.string())])),
});
type Found = z.infer<typeof Found>;

const fileName = 'similar.json';

/** Every change reaches at most this many services around it. */
const around = 200;

/**
 * The similar services that pages show. To search for them takes longer than everything else that an unchanged page costs, so they are taken
 * from the last build where it can still be right: they are searched again for each service that is new or changed, those around it, and
 * those that showed it. Further away a change also moves the weights of words a little, which may swap services that are about equally
 * similar; so the first build of a day searches all of them again.
 */
export class SimilarServices {
  readonly #catalog: Catalog;
  readonly #reused: ReadonlyMap<string, readonly string[]>;
  readonly #found: Found;

  private constructor(catalog: Catalog, reused: ReadonlyMap<string, readonly string[]>) {
    this.#catalog = catalog;
    this.#reused = reused;
    this.#found = { day: dayOf(catalog.at), services: {} };
  }

  /** Those of a catalog, after the build in a folder, if there is one. */
  static async since(last: string | undefined, catalog: Catalog): Promise<SimilarServices> {
    const found = last === undefined ? undefined : readFound(last);
    const isOfToday = found?.day === dayOf(catalog.at);

    return new SimilarServices(catalog, isOfToday ? await reusable(found, catalog) : new Map());
  }

  /** The services that the page of one shows as similar, the most similar first. */
  async of(entry: Entry): Promise<Entry[]> {
    const { search, snapshot } = this.#catalog;
    const ids = this.#reused.get(idOf(entry));
    const similar = ids
      ? ids.flatMap((id) => snapshot.find(id) ?? [])
      : (await search.similar(entry)).slice(0, similarShown);

    this.#found.services[idOf(entry)] = [likenessOf(entry, snapshot), similar.map(idOf)];
    return similar;
  }

  /** Saves them in the folder of a build, for the next one. */
  save(build: string): void {
    writeFileSync(join(build, fileName), JSON.stringify(this.#found));
  }
}

/** The earlier findings that still hold, because nothing near has changed since. */
async function reusable(
  { services }: Found,
  { snapshot, search }: Catalog,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const changed = [...snapshot.entries()].filter(
    (entry) => services[idOf(entry)]?.[0] !== likenessOf(entry, snapshot),
  );
  const gone = Object.keys(services).filter((id) => !snapshot.find(id));
  // The whole catalog lies around more than these.
  if (changed.length + gone.length > snapshot.size / around) return new Map();

  const stale = new Set([...gone, ...changed.map(idOf)]);
  const alike = await Promise.all(changed.map((entry) => search.likened(entry, around)));
  const near = new Set(alike.flat().map(idOf));
  const valid = Object.entries(services).filter(
    ([id, [, similar]]) => !stale.has(id) && !near.has(id) && !similar.some((other) => stale.has(other)),
  );
  return new Map(valid.map(([id, [, similar]]) => [id, similar]));
}

/** A digest of the texts that are searched, and whether the service is inactive, which puts it last. */
function likenessOf(entry: Entry, snapshot: Pick<Snapshot, 'categoryName'>): string {
  const texts = textsOf(entry, (id) => snapshot.categoryName(id));

  return digestOf(JSON.stringify([texts, entry.observed.status === 'inactive']));
}

function readFound(build: string): Found | undefined {
  try {
    return Found.parse(JSON.parse(readFileSync(join(build, fileName), 'utf8')));
  } catch {
    return undefined;
  }
}
