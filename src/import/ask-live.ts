import { parseEndpoint } from '../domain/endpoint-url.ts';
import { type JsonObject, membersOf } from '../domain/json-object.ts';
import { printable } from '../domain/plain-text.ts';
import type { ProbeTarget } from '../domain/probe.ts';
import { readChallenge } from '../verification/challenge.ts';
import { type Address, addressIn } from './entry.ts';
import { isPlaceholderText } from './placeholders.ts';
import { type ReadingRules, readResource, requestIn } from './read-resource.ts';
import { queryOf, withoutQuery } from './request-of.ts';
import type { SellerDocuments } from './seller-documents.ts';
import type { SourceClient } from './source-client.ts';
import type { ReadPage } from './source.ts';

/** Reasons to leave out an entry that its endpoint itself may remove. */
const curable: ReadonlySet<string> = new Set(['no_terms', 'terms_unusable', 'relative', 'no_description']);

/** Endpoints that one run asks: each is a request, and a list may have any number of them. */
const maxAsked = 2_000;

interface Dependencies {
  readonly client: Pick<SourceClient, 'ask'>;
  readonly rules: ReadingRules;
  readonly documents: Pick<SellerDocuments, 'textsAt'>;
}

/**
 * The pages of a source, in which entries that cannot be listed as they are have what their endpoint says: its live 402 and, where that has no
 * description either, the OpenAPI document of its seller.
 */
export function pagesWithLive(readPage: ReadPage, dependencies: Dependencies): ReadPage {
  let left = maxAsked;

  return async (place) => {
    const page = await readPage(place);
    if (!page) return undefined;

    const items: unknown[] = [];
    for (const item of page.items) {
      const read = readResource(item, dependencies.rules);
      const isAsked = 'code' in read && curable.has(read.code) && left > 0;
      if (isAsked) left -= 1;
      items.push(isAsked ? await withLive(item, dependencies) : item);
    }
    return { ...page, items };
  };
}

async function withLive(item: unknown, { client, rules, documents }: Dependencies): Promise<unknown> {
  const address = addressIn(item, rules.source.url);
  if (!address || !('endpoint' in parseEndpoint(withoutQuery(address.url), rules.policy))) return item;

  const members = typeof item === 'string' ? { resource: item } : membersOf(item);
  const { url, methods } = address;
  const live = await liveOf(targetOf(item, address), client);
  const told =
    'unread' in live ? { ...members, ...live } : { ...saidOf(members, live), resource: url, method: methods };
  const read = readResource(told, rules);
  if (!('code' in read) || read.code !== 'no_description') return told;

  return { ...told, ...(await documents.textsAt(url, methods[0])) };
}

/** What an entry and its endpoint say: the texts of the entry come first, and the terms of the endpoint. */
function saidOf(
  members: JsonObject,
  { about, terms }: Extract<Live, { readonly about: JsonObject }>,
): JsonObject {
  return { ...about, ...telling(membersOf(members['resource'])), ...telling(members), ...terms };
}

/** How to ask the endpoint of an entry, in the way that the entry describes. */
function targetOf(item: unknown, address: Address): ProbeTarget {
  const { url } = address;
  const query = queryOf(url);

  return { endpoint: query ? withoutQuery(url) : url, ...requestIn(item, address.methods, query ?? {}) };
}

type Live =
  | { readonly unread: string }
  | {
      readonly about: JsonObject;
      readonly terms: { readonly accepts: readonly unknown[]; readonly extensions?: unknown };
    };

/** The terms of a live 402 and what it says of itself, or why they were not read. */
async function liveOf(target: ProbeTarget, client: Dependencies['client']): Promise<Live> {
  const outcome = await client.ask(target);
  if ('failure' in outcome) return { unread: printable(outcome.detail, 300) };
  if (outcome.status !== 402) return { unread: `it answers HTTP ${outcome.status}` };

  const challenge = readChallenge(outcome);
  if (!('terms' in challenge)) {
    return { unread: printable('fault' in challenge ? challenge.fault : challenge.unread, 300) };
  }
  const { resource = {}, accepts, extensions } = challenge.sent ?? { accepts: challenge.terms };
  return { about: resource, terms: { accepts, ...(extensions === undefined ? {} : { extensions }) } };
}

/** Without texts that say nothing, which must not hide what the endpoint says. */
function telling(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => typeof value !== 'string' || (value.trim() !== '' && !isPlaceholderText(value.trim())),
    ),
  );
}
