import { parseEndpoint } from '../domain/endpoint-url.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { printable } from '../domain/plain-text.ts';
import { type ProbeMethod, probeMethods } from '../domain/probe.ts';
import { readChallenge } from '../verification/challenge.ts';
import { membersOf } from '../verification/members.ts';
import { acceptsIn, isOnHost, urlIn } from './entry-url.ts';
import { ImportFault } from './import-fault.ts';
import { withoutQuery } from './request-of.ts';
import { nameOf, type SourceAnswer, type SourceClient } from './source-client.ts';
import type { ReadPage } from './source.ts';

/** The names under which such documents list their entries. */
const listNames = ['items', 'resources', 'endpoints', 'entries'] as const;

/**
 * Reads a document that lists entries at once, `/.well-known/x402` or a manifest of ARD. Endpoints that it merely points to are asked for their
 * payment terms, on the host of the document only.
 */
export function listPages(url: URL, client: SourceClient, policy: EndpointPolicy): ReadPage {
  let items: readonly unknown[] | undefined;

  return async ({ offset, limit }) => {
    items ??= await itemsAt(url, client);
    const page: unknown[] = [];
    for (const item of items.slice(offset, offset + limit)) {
      page.push(await withTerms(item, url, client, policy));
    }

    return { items: page, total: items.length, offset, limit };
  };
}

async function itemsAt(url: URL, client: SourceClient): Promise<readonly unknown[]> {
  const answer = await client.get(url);
  const items = listIn(answer);
  if (items) return items;

  throw new ImportFault(
    'answer_invalid',
    `${nameOf(url)} answers HTTP ${answer.status} with something else than a list of resources; ask its operator`,
  );
}

/** The entries that a document lists; undefined where it is no list. */
export function listIn({ status, json }: SourceAnswer): readonly unknown[] | undefined {
  if (status !== 200 || !('value' in json)) return undefined;

  const { value } = json;
  const members = membersOf(value);
  const lists = [value, ...listNames.map((name) => members[name])];
  return lists.find((each): each is readonly unknown[] => Array.isArray(each));
}

/** An entry with the terms of its live 402, where it has none itself. */
async function withTerms(
  item: unknown,
  { href, hostname }: URL,
  client: SourceClient,
  policy: EndpointPolicy,
): Promise<unknown> {
  const url = urlIn(item, href);
  if (url === undefined || acceptsIn(item).length > 0) return item;
  const mayAsk = isOnHost(url, hostname) && 'endpoint' in parseEndpoint(withoutQuery(url), policy);
  if (!mayAsk) return item;

  const { method } = membersOf(item);
  const outcome = await client.ask({ endpoint: url, method: methodOf(method) });
  if ('failure' in outcome) return { resource: url, unread: printable(outcome.detail, 300) };
  if (outcome.status !== 402) return { resource: url, unread: `it answers HTTP ${outcome.status}` };

  const challenge = readChallenge(outcome);
  if (!('terms' in challenge)) {
    const why = 'fault' in challenge ? challenge.fault : challenge.unread;
    return { resource: url, unread: printable(why, 300) };
  }
  const { resource: about, accepts, extensions } = challenge.sent ?? { accepts: challenge.terms };
  return { ...membersOf(item), ...about, resource: url, accepts, extensions };
}

function methodOf(said: unknown): ProbeMethod | undefined {
  return probeMethods.find((each) => each === String(said).toUpperCase());
}
