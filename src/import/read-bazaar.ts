import { z } from 'zod';
import { quoted } from '../domain/plain-text.ts';
import { isObject, membersOf } from '../domain/json-object.ts';
import { entriesIn } from './entries-in.ts';
import { ImportFault } from './import-fault.ts';
import { nameOf, type SourceAnswer, type SourceClient } from './source-client.ts';
import type { Page, Place, ReadPage } from './source.ts';

/** Some catalogs write numbers as texts. */
const count = z
  .union([
    z.int().nonnegative(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null);

const Pagination = z.looseObject({
  total: count,
  totalCount: count,
  total_count: count,
  offset: count,
  limit: count,
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

/** The page in an answer, which some catalogs put into an envelope; undefined where it is none. */
export function pageOf({ status, json }: SourceAnswer): Page | undefined {
  const value = status === 200 && 'value' in json ? json.value : undefined;
  const items = entriesIn(value);
  if (!items) return undefined;

  const { data, pagination, meta } = membersOf(value);
  const said = [pagination, membersOf(data)['pagination'], meta].find(isObject) ?? {};
  const { total, totalCount, total_count, offset, limit } = Pagination.parse(said);
  return {
    items,
    total: total ?? totalCount ?? total_count ?? null,
    offset: offset ?? null,
    limit: limit ?? null,
  };
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
