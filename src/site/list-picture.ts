import { listPicture as text } from '#texts/list-picture.ts';
import { nouns } from '#texts/nouns.ts';
import { effectiveTerms } from '../domain/effective-terms.ts';
import type { Entry } from '../domain/snapshot.ts';
import { findNetwork } from '../domain/network.ts';
import { type Filters, defaultLimit } from '../search/query/question.ts';
import { shownAmount } from './amount.ts';
import { amountIn, excerpt } from '../texts/formats.ts';
import { knownOf } from './known-services.ts';
import { isFree } from './price-words.ts';
import { type SharePicture, writable } from './share-picture.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { categoryAbout, categoryTitle } from '../texts/category-title.ts';

const summaryLength = 240;

/** The picture in link previews of the front page. */
export function homePicture(catalog: SiteCatalog): Promise<SharePicture> {
  return pictureOf(catalog, {}, text.home.title, text.home.summary);
}

/** The one of the list of all services. */
export function allServicesPicture(catalog: SiteCatalog): Promise<SharePicture> {
  return pictureOf(catalog, {}, text.all.title, text.all.summary);
}

/** The one of a category; undefined for an unknown category. */
export async function categoryPicture(catalog: SiteCatalog, id: string): Promise<SharePicture | undefined> {
  const category = catalog.snapshot.categories.find((each) => each.id === id);

  if (!category) return undefined;

  return {
    ...(await pictureOf(
      catalog,
      { categories: [id] },
      categoryTitle(category.name),
      categoryAbout(category.description),
    )),
    category: id,
  };
}

async function pictureOf(
  catalog: SiteCatalog,
  filters: Filters,
  title: string,
  summary: string,
): Promise<SharePicture> {
  const { status } = await catalog.search.facets(filters);
  const total = status.reduce((sum, { count }) => sum + count, 0);
  const verified = status.find(({ id }) => id === 'verified')?.count ?? 0;

  return {
    title: writable(title) ?? text.unnamed,
    summary: excerpt(writable(summary) ?? '', summaryLength),
    face: null,
    category: null,
    standing: null,
    price: await cheapestOf(catalog, filters),
    place: placeOf(total, verified),
  };
}

function placeOf(total: number, verified: number): string {
  if (total === 0) return text.empty;

  return text.size({
    services: nouns.service({ count: total }),
    percent: Math.floor((100 * verified) / total),
  });
}

/** The lowest price of a verified service, and no price of a test network where another is known; empty where none is verified. */
async function cheapestOf(catalog: SiteCatalog, filters: Filters): Promise<string> {
  const { entries } = await catalog.search.list({
    ...filters,
    statuses: ['verified'],
    sortBy: 'price',
    limit: defaultLimit,
    offset: 0,
  });
  const cheapest = entries.find((entry) => !isOnTestnet(entry)) ?? entries[0];
  if (!cheapest) return '';

  const { price, currency } = shownAmount(await knownOf(cheapest, catalog));
  return isFree(price) ? text.someFree : text.from({ amount: amountIn(currency, price) });
}

function isOnTestnet(entry: Entry): boolean {
  return findNetwork(effectiveTerms(entry).network)?.testnet ?? false;
}
