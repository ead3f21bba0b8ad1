import {
  type bodyTypes,
  type DescribedRequest,
  type JsonSchema,
  type JsonType,
  jsonTypes,
  probeMethods,
} from '../domain/described-request.ts';
import type { Remark } from '../domain/payment-terms.ts';
import { budgetOf, unfitness } from './bounded-json.ts';
import { maxEntries } from './accept-entry.ts';
import { isObject, type JsonObject, membersOf } from '../domain/json-object.ts';

/** Characters of JSON that are stored of a description. */
export const maxCharacters = 8 * 1024;
const longestText = 300;

/** A part of a description as the seller sent it: its JSON Schema, or the looser fields of version 1, and an example. */
interface Part {
  readonly schema?: unknown;
  readonly fields?: unknown;
  readonly example?: unknown;
}

/** The parts in the order in which they draw on the budget. */
const partNames = ['query', 'body', 'headers', 'output'] as const;

interface Description extends Readonly<Record<(typeof partNames)[number], Part>> {
  readonly method: unknown;
  readonly bodyType: unknown;
}

/** What a live 402 says of the request, and a remark on the parts that are left out. */
interface DescriptionRead {
  readonly request?: DescribedRequest;
  readonly remarks: readonly Remark[];
}

/**
 * Reads how the document of a 402 describes its request: by the `bazaar` extension of version 2, or the `outputSchema` of version 1. A part
 * that is too large, too deep or hides characters is left out with a remark. Nothing in a description makes a 402 unreadable.
 */
export function readDescription(document: unknown): DescriptionRead {
  const description = bazaarOf(document) ?? outputSchemaOf(document);
  if (!description) return { remarks: [] };

  const { accepted, faults } = withinBounds(description);
  const request = requestOf(accepted);
  const detail = `the description of the request is not used in full: ${faults.join('; ')}`;
  return {
    ...(Object.keys(request).length === 0 ? {} : { request }),
    remarks: faults.length === 0 ? [] : [{ code: 'description_unusable', detail }],
  };
}

/** The same of an operation whose query and body have these JSON Schemas; undefined where every part is left out. */
export function describedOperation({
  method,
  query,
  body,
}: Readonly<Record<'method' | 'query' | 'body', unknown>>): DescribedRequest | undefined {
  const parts = { query: { schema: query }, body: { schema: body }, headers: {}, output: {} };
  const { method: _, ...request } = requestOf(withinBounds({ method, bodyType: 'json', ...parts }).accepted);

  return isEmpty(request) ? undefined : request;
}

function bazaarOf(document: unknown): Description | undefined {
  const { info, schema } = at(document, 'extensions', 'bazaar');
  const { input, output } = membersOf(info);
  const { type, method, queryParams, body, bodyType, headers } = membersOf(input);
  // The extension describes tools of MCP servers too, which are not called by plain HTTP.
  if (type !== 'http') return undefined;

  const schemas = at(schema, 'properties', 'input', 'properties');
  return {
    method,
    bodyType,
    query: exampleOrFields(queryParams, schemas['queryParams']),
    body: exampleOrFields(body, schemas['body']),
    headers: exampleOrFields(headers, schemas['headers']),
    output: {
      example: membersOf(output)['example'],
      schema: at(schema, 'properties', 'output', 'properties')['example'],
    },
  };
}

/** Some sellers of version 2 write the fields of version 1 where an example belongs. */
function exampleOrFields(value: unknown, schema: unknown): Part {
  const members = Object.values(membersOf(value));
  const areFields = members.length > 0 && members.every((member) => isType(membersOf(member)['type']));

  return areFields && !isObject(schema) ? { fields: value } : { example: value, schema };
}

/** Version 1 has no rule for these members; their names are those that `@x402/extensions` reads. */
function outputSchemaOf(document: unknown): Description | undefined {
  const { accepts } = membersOf(document);
  const entries: readonly unknown[] = Array.isArray(accepts) ? accepts.slice(0, maxEntries) : [];
  const described = entries
    .map((entry) => at(entry, 'outputSchema'))
    .find((each) => membersOf(each['input'])['type'] === 'http');
  if (!described) return undefined;

  const { output } = described;
  const input = membersOf(described['input']);
  const first = (...names: readonly string[]): unknown => names.map((name) => input[name]).find(isObject);
  return {
    method: input['method'],
    bodyType: input['bodyType'] ?? input['body_type'],
    query: fieldsOrExample(first('queryParams', 'query_params', 'query', 'params')),
    body: fieldsOrExample(first('bodyFields', 'body_fields', 'bodyParams', 'body', 'data', 'properties')),
    headers: { fields: first('headerFields', 'header_fields', 'headers') },
    output: isSchema(output) ? { schema: output } : { example: output ?? undefined },
  };
}

/** Sellers of version 1 write an example, `{"city": "Bergen", "days": 2}`, where others describe the fields. */
function fieldsOrExample(value: unknown): Part {
  const members = Object.entries(membersOf(value));
  const isExample = members.length > 0 && !isSchema(value) && members.every(isValue);

  return isExample ? { example: value } : { fields: value };
}

/** Keywords that tell the description of a field from a value that is an object. */
const fieldKeywords = [
  'type',
  'description',
  'required',
  'properties',
  'items',
  'enum',
  'default',
  'example',
];
/** Words of texts that describe a field. One word alone is a value, unless it is the name of the field. */
const describing =
  /^(?:the|an?|your|optional|required|whether|which|how|string|number|integer|boolean|array|object)\b|\be\.g\.|\((?:optional|required)|\b(?:address|name|quer(?:y|ies)|code|number|ur[il]s?|ids?|identifier|symbols?|ticker|text|prompt|dates?|language|amount|list|values?|format|timestamp|limit|count|size|keywords?|terms?|username|hash|domain|to|results?)\b/i;

function isValue([name, member]: readonly [string, unknown]): boolean {
  if (isObject(member)) return !fieldKeywords.some((keyword) => keyword in member);
  if (typeof member !== 'string') return member !== null;

  const text = member.trim();
  const isName = isType(text) || text.toLowerCase() === name.toLowerCase();
  return text !== '' && !isName && (!/\s/.test(text) || !describing.test(text));
}

/** Takes the parts that fit the budget, with the faults of the others. */
function withinBounds(description: Description): { accepted: Description; faults: string[] } {
  const budget = budgetOf(maxCharacters);
  const faults: string[] = [];

  const parts = partNames.map((name) => {
    const fault = unfitness(description[name], budget);
    if (fault !== undefined) faults.push(`its ${name} ${fault}`);
    return [name, fault === undefined ? description[name] : {}] as const;
  });
  return { accepted: { ...description, ...Object.fromEntries(parts) }, faults };
}

function requestOf({ method, bodyType, query, body, headers, output }: Description): DescribedRequest {
  const known = methodNamed(method);
  const parts = {
    query: withoutUndefined({ schema: schemaOfPart(query), example: queryExample(query.example) }),
    body: withoutUndefined({ schema: schemaOfPart(body), example: body.example }),
    headers: withoutUndefined({ schema: schemaOfPart(headers) }),
    output: withoutUndefined({ schema: schemaOfPart(output), example: output.example }),
  };

  return {
    ...(known === undefined ? {} : { method: known }),
    ...(isEmpty(parts.query) ? {} : { query: parts.query }),
    ...(isEmpty(parts.body) ? {} : { body: { type: bodyTypeOf(bodyType), ...parts.body } }),
    ...(isEmpty(parts.headers) ? {} : { headers: parts.headers }),
    ...(isEmpty(parts.output) ? {} : { output: parts.output }),
  };
}

/** A method in any letter case; undefined for any other value. */
export function methodNamed(value: unknown): (typeof probeMethods)[number] | undefined {
  const name = typeof value === 'string' ? value.toUpperCase() : undefined;

  return probeMethods.find((each) => each === name);
}

function bodyTypeOf(said: unknown): (typeof bodyTypes)[number] {
  const text = typeof said === 'string' ? said.toLowerCase() : '';
  if (/form|multipart/.test(text)) return 'form-data';

  return /text|plain/.test(text) ? 'text' : 'json';
}

/** Values as they stand in a query; lists are joined by commas, and objects have no usual form. */
function queryExample(example: unknown): Record<string, string> | undefined {
  const pairs = Object.entries(membersOf(example)).flatMap(([name, value]): [string, string][] => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.length > 0 && values.every(isPlain) ? [[name, values.map(String).join(',')]] : [];
  });

  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function schemaOfPart({ schema, fields }: Part): JsonSchema | undefined {
  if (isObject(schema)) return unlessEmpty(schemaOf(schema));
  if (!isObject(fields)) return undefined;

  const described = isSchema(fields) ? fields : { type: 'object', properties: fields };
  return Object.keys(membersOf(described['properties'])).length === 0 ? undefined : schemaOf(described);
}

/** Picks the known keywords of a schema. A member may say by `required: true` that it is required, as the fields of version 1 do. */
function schemaOf(raw: JsonObject): JsonSchema {
  const { type, description, format, properties, required, items, example } = raw;
  const examples: readonly unknown[] = [raw['examples'], example].flat().filter((each) => each !== undefined);
  const variants = [raw['anyOf'], raw['oneOf']].find((each) => Array.isArray(each));

  return withoutUndefined({
    type: typeOf(type),
    description: textOf(description),
    format: textOf(format),
    enum: choicesOf(raw),
    default: raw['default'],
    examples: examples.length === 0 ? undefined : examples,
    minimum: numberOf(raw['minimum']),
    maximum: numberOf(raw['maximum']),
    minLength: numberOf(raw['minLength']),
    maxLength: numberOf(raw['maxLength']),
    required: requiredIn(properties, required),
    properties: isObject(properties) ? propertiesOf(properties) : undefined,
    items: isObject(items) ? schemaOf(items) : undefined,
    anyOf: variants?.filter(isObject).map(schemaOf),
  }) as JsonSchema;
}

function propertiesOf(fields: JsonObject): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)]));
}

/** In version 1, the text of a field is its type or its description, and any other plain value an example. */
function fieldOf(field: unknown): JsonSchema {
  if (isObject(field)) return schemaOf(field);
  if (typeof field === 'string') return isType(field) ? { type: field } : schemaOf({ description: field });

  return isPlain(field) ? { examples: [field] } : {};
}

function requiredIn(properties: unknown, required: unknown): string[] | undefined {
  const listed: readonly unknown[] = Array.isArray(required) ? required : [];
  const names = Object.entries(membersOf(properties))
    .filter(([name, field]) => listed.includes(name) || membersOf(field)['required'] === true)
    .map(([name]) => name);

  return names.length === 0 ? undefined : names;
}

function typeOf(type: unknown): JsonSchema['type'] | undefined {
  if (isType(type)) return type;

  const types = Array.isArray(type) ? type.filter(isType) : [];
  return types.length === 0 ? undefined : types;
}

function textOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;

  const line = text.trim().replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length > longestText ? `${characters.slice(0, longestText - 1).join('')}…` : line;
}

function choicesOf({ enum: choices, const: only }: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(choices)) return choices as readonly unknown[];

  return only === undefined ? undefined : [only];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Whether an object is a schema of objects, rather than a list of fields or an example. */
function isSchema(value: unknown): value is JsonObject {
  return (
    isObject(value) && isType(value['type']) && (isObject(value['properties']) || isObject(value['items']))
  );
}

function isType(value: unknown): value is JsonType {
  return jsonTypes.some((type) => type === value);
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isEmpty(members: object): boolean {
  return Object.keys(members).length === 0;
}

function unlessEmpty(schema: JsonSchema): JsonSchema | undefined {
  return isEmpty(schema) ? undefined : schema;
}

/** The object at the end of this path; an empty one where there is none. */
function at(value: unknown, ...path: readonly string[]): JsonObject {
  return path.reduce((members, name) => membersOf(members[name]), membersOf(value));
}

function withoutUndefined<Values extends object>(members: Values): Values {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Values;
}
