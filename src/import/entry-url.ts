import type { JsonObject } from '../domain/json-object.ts';
import { membersOf } from '../verification/members.ts';

/** Where entries of the different forms name the URL of their service. */
const names = ['resource', 'url', 'endpoint', 'uri'] as const;

/** The URL that an entry names, absolute where `base` can make it so; undefined where it names none. */
export function urlIn(item: unknown, base: string): string | undefined {
  const members = membersOf(item);
  const { url: ofResource } = membersOf(members['resource']);
  const said = [item, ofResource, ...names.map((name) => members[name])].find(isText);
  if (said === undefined) return undefined;

  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(said);
  return isAbsolute ? said : URL.parse(said, base)?.href;
}

/** The entries of `accepts` of an item; none where it only points to a service. */
export function acceptsIn(item: unknown): readonly unknown[] {
  const { accepts, metadata, extensions } = membersOf(item);
  const lists: readonly unknown[] = [
    accepts,
    ...payAccepts(item),
    ...payAccepts(metadata),
    ...payAccepts(extensions),
  ];
  const found = lists.find((each) => Array.isArray(each) && each.length > 0);

  return Array.isArray(found) ? found : [];
}

/** ARD has no payment terms of its own; its entries may carry those of x402 under a prefixed name. */
function payAccepts(value: unknown): readonly unknown[] {
  const members: JsonObject = membersOf(value);

  return [members['pay:accepts'], members['x402:accepts']];
}

/** Whether a URL is on this host or one of its subdomains. */
export function isOnHost(url: string, host: string): boolean {
  const own = URL.parse(url)?.hostname;

  return own === host || own?.endsWith(`.${host}`) === true;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
