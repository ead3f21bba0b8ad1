import { isObject, type JsonObject } from '../domain/json-object.ts';
import { acceptsIn } from './entry.ts';

const listNames = [
  'items',
  'resources',
  'endpoints',
  'entries',
  'apis',
  'paid_endpoints',
  'paidEndpoints',
  'services',
  'routes',
  'servers',
  'list',
] as const;
/** Members that group entries, and say what the entries in them are about. */
const groupNames = ['categories', 'groups', 'providers', 'sellers'] as const;
/** Objects around the document itself: `{"code": 0, "data": {"items": […]}}`. */
const envelopeNames = ['data', 'result', 'results', 'response', 'payload', 'discovery', 'x402'] as const;

/** What a group says of all its entries; a text that is longer says it of none. */
const sharedNames = [
  ...['baseUrl', 'base_url', 'baseURL', 'apiBase', 'api_base', 'network', 'chain', 'asset', 'currency'],
  ...['payTo', 'pay_to', 'paymentAddress', 'wallet', 'category'],
] as const;
const longestShared = 300;

/** Groups in groups are read this deep. */
const maxLevels = 4;

const keyOfEntry = /^(?:(?:GET|POST|PUT|PATCH|DELETE)\s+)?(?:\/|https?:\/\/)\S*$/i;

/** The entries that a document of any known form lists, one after another; undefined where it lists none. */
export function entriesIn(document: unknown): readonly unknown[] | undefined {
  return inDocument(document, maxLevels);
}

function inDocument(value: unknown, levels: number): readonly unknown[] | undefined {
  if (levels === 0) return undefined;
  const found = listIn(value, {}, levels);
  if (found || !isObject(value)) return found;

  return (
    envelopeNames.map((name) => inDocument(value[name], levels - 1)).find((each) => each) ?? keyed(value, {})
  );
}

function listIn(value: unknown, shared: JsonObject, levels: number): readonly unknown[] | undefined {
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return value.flatMap((item) => entriesOf(item, shared, levels));
  if (!isObject(value)) return undefined;

  const own = { ...shared, ...sharedBy(value) };
  const lists = [
    ...listNames.map((name) => membersIn(value[name], own, levels)),
    ...groupNames.map((name) => groupsIn(value[name], name, own, levels)),
  ].filter((each) => each !== undefined);
  return lists.length > 0 ? lists.flat() : undefined;
}

/** A list, or an object that holds its entries by path or by name. */
function membersIn(value: unknown, shared: JsonObject, levels: number): readonly unknown[] | undefined {
  if (Array.isArray(value)) return listIn(value, shared, levels);
  if (!isObject(value)) return undefined;

  return keyed(value, shared) ?? listIn(Object.values(value).filter(isObject), shared, levels);
}

/** The entries of an object whose names are addresses, as `{"/rain": {…}, "POST /snow": "$0.01"}`. */
function keyed(value: JsonObject, shared: JsonObject): readonly unknown[] | undefined {
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([key]) => keyOfEntry.test(key))) return undefined;

  return members.map(([key, said]) => ({
    ...shared,
    ...(isObject(said) ? said : isWords(said) ? { description: said } : { price: said }),
    resource: key,
  }));
}

/** An entry, or the entries of a group, which has no terms itself. */
function entriesOf(item: unknown, shared: JsonObject, levels: number): readonly unknown[] {
  if (isObject(item) && acceptsIn(item).length === 0) {
    const { name, title, displayName, url, endpoint, origin } = item;
    const serviceName = [displayName, name, title].find(isShort);
    const baseUrl = [url, endpoint, origin].find((each) => isShort(each) && /^https?:/i.test(each));
    const said = {
      ...(serviceName === undefined ? {} : { serviceName }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    };
    const nested = listIn(item, { ...shared, ...said }, levels - 1);
    if (nested && nested.length > 0) return nested;
  }
  return [withShared(item, shared)];
}

/** Entries of groups; what is no group with entries is a mere name. */
function groupsIn(
  value: unknown,
  name: (typeof groupNames)[number],
  shared: JsonObject,
  levels: number,
): readonly unknown[] | undefined {
  const groups = Array.isArray(value) ? value.filter(isObject) : isObject(value) ? namedGroups(value) : [];
  const lists = groups.flatMap((group) => {
    const called = [group['id'], group['slug'], group['name'], group['title']].find(isShort);
    const said =
      called === undefined ? {} : name === 'categories' ? { category: called } : { serviceName: called };
    return listIn(group, { ...shared, ...said }, levels - 1) ?? [];
  });

  return lists.length > 0 ? lists : undefined;
}

function namedGroups(groups: JsonObject): JsonObject[] {
  return Object.entries(groups).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [{ name, items: value }];
    return isObject(value) ? [{ name, ...value }] : [];
  });
}

function sharedBy(group: JsonObject): JsonObject {
  return Object.fromEntries(
    sharedNames.flatMap((name) => {
      const value = group[name];
      return isShort(value) ? [[name, value] as const] : [];
    }),
  );
}

function withShared(item: unknown, shared: JsonObject): unknown {
  if (Object.keys(shared).length === 0) return item;
  if (typeof item === 'string') return { ...shared, resource: item };

  return isObject(item) ? { ...shared, ...item } : item;
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && !/\d/.test(value);
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longestShared;
}
