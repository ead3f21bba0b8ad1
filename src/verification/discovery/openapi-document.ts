import type { Discovered, SoughtEndpoint } from '../../domain/discovered.ts';
import { probeMethods } from '../../domain/described-request.ts';
import { describedOperation } from '../described-request.ts';
import { isObject, type JsonObject, membersOf } from '../../domain/json-object.ts';
import { isPaidOperation, paidOperations, resolved } from './paid-operations.ts';
import { readPaymentInfo } from './payment-info.ts';
import { maxCharacters, shownLine } from '../../domain/plain-text.ts';

const maxServers = 8;
const maxOperations = 50;
const maxPaths = 2_000;
const maxSegments = 64;
const maxParameters = 64;

interface Operation {
  readonly method: (typeof probeMethods)[number];
  readonly members: JsonObject;
  /** Parameters of all operations at its path. */
  readonly shared: unknown;
}

/** What a seller's OpenAPI document says of an endpoint; undefined where it describes none there. */
export function inOpenApi(document: unknown, { url, method }: SoughtEndpoint): Discovered | undefined {
  const item = pathItem(membersOf(document), url);
  const operation = item && operationIn(item, method);
  if (!operation) return url.pathname === '/' ? operationsAt(document, url) : undefined;

  const { title, description: about } = membersOf(membersOf(document)['info']);
  const { summary, description } = operation.members;
  const name = shownLine(maxCharacters.name, summary, title);
  const text = shownLine(maxCharacters.description, description, summary, about);
  const { price, currency, rails } = readPaymentInfo(operation.members['x-payment-info']);
  const request = requestOf(operation, document);

  return {
    source: '/openapi.json',
    ...(name === undefined ? {} : { name }),
    ...(text === undefined ? {} : { description: text }),
    method: operation.method,
    ...(price === undefined ? {} : { price }),
    ...(currency === undefined ? {} : { currency }),
    rails: [...rails],
    ...(request ? { request } : {}),
  };
}

/** The paid operations of an origin, for a seller who names nothing but that; undefined where it has none. */
function operationsAt(document: unknown, { origin }: URL): Discovered | undefined {
  const operations = paidOperations(document, origin)
    .slice(0, maxOperations)
    .map(({ method, url, name }) => ({ method, url, ...(name === undefined ? {} : { name }) }));

  return operations.length === 0 ? undefined : { source: '/openapi.json', rails: [], operations };
}

/** The path of the document that is the endpoint's: one that is written out comes before one with `{names}`. */
function pathItem({ paths, servers }: JsonObject, { origin, pathname }: URL): JsonObject | undefined {
  const items = membersOf(paths);
  const relative = basePaths(servers, origin).flatMap((base) =>
    `${pathname}/`.startsWith(`${base}/`) ? [withoutSlash(pathname.slice(base.length))] : [],
  );
  const written = relative.flatMap((path) => [path, `${path}/`]).find((path) => Object.hasOwn(items, path));
  const found = written ?? templateFor(relative, items);
  const item = found === undefined ? undefined : items[found];

  return isObject(item) ? item : undefined;
}

/** The paths of servers on the origin, and the origin itself. */
function basePaths(servers: unknown, origin: string): string[] {
  const listed: readonly unknown[] = Array.isArray(servers) ? servers.slice(0, maxServers) : [];
  const bases = listed.flatMap((server) => {
    const { url } = membersOf(server);
    const base = typeof url === 'string' ? URL.parse(url, origin) : null;
    return base?.origin === origin ? [withoutSlash(base.pathname)] : [];
  });

  return [...new Set([...bases, ''])];
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A longer path than anybody serves is an instance of no template: all are compared with all. */
function templateFor(paths: readonly string[], items: JsonObject): string | undefined {
  const given = paths.map((path) => path.split('/')).filter(({ length }) => length <= maxSegments);
  const templates = Object.keys(items)
    .slice(0, maxPaths)
    .filter((path) => path.includes('{'));

  return templates.find((template) => {
    const asked = withoutSlash(template).split('/');
    return given.some((segments) => isInstance(segments, asked));
  });
}

function isInstance(given: readonly string[], asked: readonly string[]): boolean {
  return (
    given.length === asked.length &&
    asked.every((part, place) => (/^\{[^{}]*\}$/.test(part) ? given[place] !== '' : part === given[place]))
  );
}

/** The operation of the known method or, where that is not there, the first one that is paid for. */
function operationIn(item: JsonObject, known: SoughtEndpoint['method']): Operation | undefined {
  const operations = probeMethods.flatMap((method) => {
    const members = item[method.toLowerCase()];
    return isObject(members) ? [{ method, members, shared: item['parameters'] }] : [];
  });

  return (
    operations.find(({ method }) => method === known) ??
    operations.find(({ members }) => isPaidOperation(members))
  );
}

function requestOf({ method, members, shared }: Operation, document: unknown): Discovered['request'] {
  const content = membersOf(membersOf(members['requestBody'])['content']);
  const schema = resolved(membersOf(membersOf(content['application/json'])['schema']), document);
  const query = querySchema([shared, members['parameters']]);

  return describedOperation({ method, query, body: schema });
}

function querySchema(lists: readonly unknown[]): JsonObject | undefined {
  const parameters = lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list.slice(0, maxParameters) : []))
    .map(membersOf)
    .filter((each) => each['in'] === 'query');
  const properties = parameters.flatMap(({ name, description, schema }) =>
    typeof name === 'string' ? [[name, { description, ...membersOf(schema) }] as const] : [],
  );
  const required = parameters.flatMap(({ name, required: isNeeded }) => (isNeeded === true ? [name] : []));

  return properties.length === 0
    ? undefined
    : { type: 'object', properties: Object.fromEntries(properties), required };
}
