import { z } from 'zod';
import { quoted } from '../domain/plain-text.ts';
import { ImportFault } from './import-fault.ts';
import { nameOf, type SourceAnswer, type SourceClient } from './source-client.ts';
import type { Page, Place, ReadPage } from './source.ts';

const count = z.int().nonnegative();

/** Some catalogs leave out the pagination, or name their entries as a search does. */
const ResourcesPage = z.looseObject({
  items: z.array(z.unknown()).optional(),
  resources: z.array(z.unknown()).optional(),
  pagination: z
    .looseObject({
      total: count.nullish().catch(null),
      offset: count.nullish().catch(null),
      limit: count.nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

/** Reads `GET …/discovery/resources`. */
export function bazaarPages(url: URL, client: SourceClient): ReadPage {
  return async (place) => {
    const answer = await client.get(addressOf(url, place));
    // Some sources refuse offsets behind their end.
    if (place.offset > 0 && [400, 404, 416, 422].includes(answer.status)) return undefined;

    const page = pageOf(answer);
    if (page) return page;
    throw new ImportFault('answer_invalid', `${nameOf(url)} ${whyNotPage(answer)}; ask its operator`);
  };
}

/** The page in an answer; undefined where it is none. */
export function pageOf({ status, json }: SourceAnswer): Page | undefined {
  const read = status === 200 && 'value' in json ? ResourcesPage.safeParse(json.value).data : undefined;
  const items = read?.items ?? read?.resources;
  if (!read || !items) return undefined;

  const { total = null, offset = null, limit = null } = read.pagination ?? {};
  return { items, total, offset, limit };
}

function addressOf(url: URL, { limit, offset }: Place): URL {
  const address = new URL(url);
  address.searchParams.set('limit', String(limit));
  address.searchParams.set('offset', String(offset));
  return address;
}

function whyNotPage({ status, json }: SourceAnswer): string {
  if (status !== 200) return `answers HTTP ${status} instead of a page`;

  return 'fault' in json
    ? `answers with something that is not JSON: ${json.fault}`
    : `answers with ${quoted(json.value)}, which has no list of items`;
}
