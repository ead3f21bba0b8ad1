import { isObject, type JsonObject, membersOf } from '../../domain/json-object.ts';
import { type ProbeMethod, probeMethods } from '../../domain/described-request.ts';
import { maxCharacters, shownLine } from '../../domain/plain-text.ts';

/** An operation that a seller's OpenAPI document says is paid for. Untrusted, but its texts are bounded. */
export interface PaidOperation {
  readonly url: string;
  readonly method: ProbeMethod;
  readonly name?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Values that the document gives as examples. */
  readonly query: JsonObject;
  readonly body?: unknown;
}

const maxOperations = 2_000;
const maxParameters = 64;
const maxTags = 8;
const longestTag = 64;

const priceMembers = ['x-payment-info', 'x-x402-price', 'x-x402', 'x-price'] as const;

/** Whether an operation of OpenAPI is paid for: it names a price, or answers 402. */
export function isPaidOperation(members: JsonObject): boolean {
  return priceMembers.some((name) => name in members) || '402' in membersOf(members['responses']);
}

/** The paid operations of a document, at its first server on the origin where it has one. */
export function paidOperations(document: unknown, origin: string): PaidOperation[] {
  const { paths, servers } = membersOf(document);
  const base = baseUrl(servers, origin);
  const found: PaidOperation[] = [];

  for (const [path, item] of Object.entries(membersOf(paths))) {
    for (const method of probeMethods) {
      const members = membersOf(item)[method.toLowerCase()];
      if (!isObject(members) || !isPaidOperation(members)) continue;
      if (found.length === maxOperations) return found;
      found.push(operationOf(`${base}${path}`, method, members, membersOf(item)['parameters'], document));
    }
  }
  return found;
}

function baseUrl(servers: unknown, origin: string): string {
  const listed: readonly unknown[] = Array.isArray(servers) ? servers.slice(0, 8) : [];
  const bases = listed.flatMap((server) => {
    const { url } = membersOf(server);
    const parsed = typeof url === 'string' ? URL.parse(url, origin) : null;
    return parsed ? [parsed] : [];
  });
  const { href } = bases.find((each) => each.origin === origin) ?? bases[0] ?? new URL(origin);

  return href.replace(/\/$/, '');
}

function operationOf(
  url: string,
  method: ProbeMethod,
  members: JsonObject,
  shared: unknown,
  document: unknown,
): PaidOperation {
  const name = shownLine(maxCharacters.name, members['summary']);
  const description = shownLine(maxCharacters.description, members['description'], members['summary']);
  const content = membersOf(membersOf(membersOf(members['requestBody'])['content'])['application/json']);
  const body = exampleOf(content, document);
  const tags: readonly unknown[] = Array.isArray(members['tags']) ? members['tags'].slice(0, maxTags) : [];

  return {
    ...{ url, method },
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    tags: tags.filter((tag): tag is string => typeof tag === 'string' && tag.length <= longestTag),
    query: queryOf([shared, members['parameters']], document),
    ...(body === undefined ? {} : { body }),
  };
}

function queryOf(lists: readonly unknown[], document: unknown): JsonObject {
  const parameters = lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list.slice(0, maxParameters) : []))
    .map(membersOf)
    .filter((each) => each['in'] === 'query');

  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = exampleOf(parameter, document);
      return typeof parameter['name'] === 'string' && value !== undefined ? [[parameter['name'], value]] : [];
    }),
  );
}

/** The example of a parameter or body: its own, or that of its schema. */
function exampleOf(part: JsonObject, document: unknown): unknown {
  const schema = resolved(membersOf(part['schema']), document);
  const [named] = Object.values(membersOf(part['examples'])).map((each) => membersOf(each)['value']);

  return part['example'] ?? named ?? exampleIn(schema);
}

function exampleIn(schema: JsonObject): unknown {
  return exampleOfValue(schema) ?? exampleOfMembers(schema['properties']);
}

function exampleOfValue({ example, examples, default: usual }: JsonObject): unknown {
  const listed: readonly unknown[] = Array.isArray(examples) ? examples : [];

  return example ?? listed[0] ?? usual;
}

/** The example of an object is made of those of its members, as far as they have any. */
function exampleOfMembers(properties: unknown): JsonObject | undefined {
  const members = Object.entries(membersOf(properties)).slice(0, maxParameters);
  const known = members.flatMap(([name, schema]) => {
    const value = exampleOfValue(membersOf(schema));
    return value === undefined ? [] : [[name, value] as const];
  });

  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

const schemaReference = /^#\/components\/schemas\/([^/]+)$/;

/** A schema that stands in the document's list of schemas, by which most frameworks write bodies. */
export function resolved(schema: JsonObject, document: unknown): JsonObject {
  const { $ref } = schema;
  const [, name] = typeof $ref === 'string' ? (schemaReference.exec($ref) ?? []) : [];
  if (name === undefined) return schema;

  const schemas = membersOf(membersOf(membersOf(document)['components'])['schemas']);
  return Object.hasOwn(schemas, name) ? membersOf(schemas[name]) : {};
}
