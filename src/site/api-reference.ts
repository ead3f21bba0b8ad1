import { isProblemCode, problems } from '../views/problem.ts';
import { localPath } from '../texts/local-path.ts';
import { problemPath } from './links.ts';
import { type ExampleRequest, exampleRequests, isJson, isText } from './request-examples.ts';
import {
  exampleOf,
  type Field,
  fieldOf,
  fieldsOf,
  nameOf,
  type Rule,
  type Schema,
  type Schemas,
  typeOf,
  type TypePart,
} from './schema.ts';

interface Reference {
  readonly $ref: string;
}

/** A named part of the document, or a reference to it. */
type Named<T> = Readonly<Record<string, T | Reference>>;

interface Example {
  readonly value?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Named<Example>;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Named<Example>;
}

interface RequestBody {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: Readonly<Record<string, Media>>;
}

interface Header {
  readonly description?: string;
  readonly schema?: Schema;
}

interface Response {
  readonly description: string;
  readonly headers?: Named<Header>;
  readonly content?: Readonly<Record<string, Media>>;
  readonly 'x-problem-codes'?: unknown;
}

interface OperationObject {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses?: Named<Response>;
}

/** The part of an OpenAPI 3.1 document that the reference shows. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly security?: readonly object[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, object>>;
  readonly components?: {
    readonly schemas?: Schemas;
    readonly securitySchemes?: Readonly<Record<string, object>>;
  };
}

/** What `/docs/api/` and the pages beneath it show: one for each group of operations, and one for all schemas. */
export interface ApiReference {
  readonly version: string;
  readonly description: string;
  /** The URL that every path follows. */
  readonly server: string;
  readonly groups: readonly Group[];
  /** Headers of every response, which are shown once. */
  readonly commonHeaders: readonly ShownHeader[];
  readonly schemas: readonly NamedSchema[];
}

export interface Group {
  /** The fragment for links to it in the contents. */
  readonly id: string;
  /** Of its page, without a language. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  /** The fragment for links to it. It is stable as long as the operation exists. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly needsKey: boolean;
  readonly parameters: readonly ShownParameter[];
  readonly body: ShownBody | undefined;
  readonly requests: readonly ExampleRequest[];
  readonly answers: readonly Answer[];
}

interface ShownParameter extends Field {
  readonly place: string;
  readonly example: string;
}

interface ShownBody {
  readonly mediaType: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly type: readonly TypePart[];
  readonly fields: readonly Field[];
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  /** Headers that are not common to all responses. */
  readonly headers: readonly ShownHeader[];
  readonly bodies: readonly { mediaType: string; type: readonly TypePart[]; example: string }[];
  readonly problems: readonly { code: string; title: string; path: string }[];
}

interface ShownHeader {
  readonly name: string;
  /** Empty where an earlier response of the operation has the same header. */
  readonly description: string;
}

interface NamedSchema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: readonly TypePart[];
  readonly rules: readonly Rule[];
  readonly fields: readonly Field[];
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'] as const;
const untagged = 'Other operations';

/** A document never changes, and many pages need its reference. */
const made = new WeakMap<ApiDocument, ApiReference>();

/** The reference of any OpenAPI 3.1 document. */
export function apiReference(document: ApiDocument): ApiReference {
  const reference = made.get(document) ?? readReference(document);
  made.set(document, reference);
  return reference;
}

function readReference(document: ApiDocument): ApiReference {
  const { info, servers = [], components: { schemas = {} } = {} } = document;
  const server = (servers[0]?.url ?? '').replace(/\/$/, '');
  const all = operationsOf(document, server);
  const common = commonHeadersOf(all.map(({ operation }) => operation));
  const names = new Set([...(document.tags ?? []).map(({ name }) => name), ...all.map(({ tag }) => tag)]);

  return {
    version: info.version,
    description: info.description ?? '',
    server,
    groups: [...names]
      .map((name) => ({
        id: `group-${slug(name)}`,
        path: groupPath(name),
        name,
        description: document.tags?.find((tag) => tag.name === name)?.description ?? '',
        operations: all
          .filter(({ tag }) => tag === name)
          .map(({ operation }) => withoutHeaders(operation, common)),
      }))
      .filter(({ operations }) => operations.length > 0),
    commonHeaders: common,
    schemas: Object.entries(schemas)
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([name, schema]) => ({ ...fieldOf(name, schema, true), id: schemaId(name) })),
  };
}

/** The contents of the reference, with what is true of all operations. Like the other paths here, it has no language. */
export const referencePath = '/docs/api/';

export const schemasPath = `${referencePath}schemas/`;

function groupPath(name: string): string {
  return `${referencePath}${slug(name)}/`;
}

/** Every page of the reference. */
export function referencePaths(document: ApiDocument): string[] {
  return [referencePath, ...apiReference(document).groups.map(({ path }) => path), schemasPath];
}

/** The address of an operation on the page of its group. */
export function operationHref({ path }: Group, { id }: Operation): string {
  return localPath(`${path}#${id}`);
}

/** The same by its id. @throws where the document has no such operation */
export function findOperationHref(document: ApiDocument, id: string): string {
  for (const group of apiReference(document).groups) {
    const operation = group.operations.find((each) => each.id === id);
    if (operation) return operationHref(group, operation);
  }
  throw new Error(`the API has no operation ${id}`);
}

export function schemaHref(name: string): string {
  return localPath(`${schemasPath}#${schemaId(name)}`);
}

function schemaId(name: string): string {
  return `schema-${name}`;
}

function operationsOf(document: ApiDocument, server: string): { tag: string; operation: Operation }[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const shared = item as { readonly parameters?: OperationObject['parameters'] };
    const operations = item as Partial<Record<(typeof methods)[number], OperationObject>>;

    return methods.flatMap((method) => {
      const given = operations[method];
      if (!given) return [];

      const parameters = [...(shared.parameters ?? []), ...(given.parameters ?? [])];
      const operation = operationOf({ method, path, given: { ...given, parameters } }, document, server);
      return [{ tag: given.tags?.[0] ?? untagged, operation }];
    });
  });
}

interface Given {
  readonly method: string;
  readonly path: string;
  readonly given: OperationObject;
}

function operationOf({ method, path, given }: Given, document: ApiDocument, server: string): Operation {
  const find = <T extends object>(part: T | Reference): T => resolve(part, document);
  const schemas = document.components?.schemas ?? {};
  const parameters = ownParameters((given.parameters ?? []).map(find));
  const requestBody = given.requestBody && find(given.requestBody);
  const [media] = Object.entries(requestBody?.content ?? {});
  const keys = given.security ?? document.security ?? [];
  const needsKey = keys.length > 0 && keys.every((scheme) => Object.keys(scheme).length > 0);

  return {
    id: given.operationId ?? slug(`${method} ${path}`),
    method: method.toUpperCase(),
    path,
    title: given.summary ?? `${method.toUpperCase()} ${path}`,
    description: given.description ?? '',
    isDeprecated: given.deprecated ?? false,
    needsKey,
    parameters: parameters.map((parameter) => ({
      ...fieldOf(parameter.name, parameter.schema ?? {}, parameter.required ?? false),
      description: parameter.description ?? parameter.schema?.description ?? '',
      place: parameter.in,
      example: plainText(exampleFor(parameter, document)),
    })),
    body: requestBody && media && bodyOf(requestBody, media, schemas),
    requests: exampleRequests({
      method: method.toUpperCase(),
      url: server + path,
      parameters: parameters.map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        isRequired: parameter.required ?? false,
        example: parameter.required
          ? (exampleFor(parameter, document) ?? '')
          : givenExample(parameter, document),
      })),
      needsKey,
      body: media && { mediaType: media[0], example: exampleFor(media[1], document) ?? {} },
      answer: answerTypeOf(given, document),
    }),
    answers: Object.entries(given.responses ?? {}).map(([status, response]) =>
      answerOf(status, find(response), document),
    ),
  };
}

/** Parameters without duplicates: an operation may override those of its path. */
function ownParameters(parameters: readonly Parameter[]): Parameter[] {
  return [
    ...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
  ];
}

function bodyOf(
  body: RequestBody,
  [mediaType, { schema = {} }]: [string, Media],
  schemas: Schemas,
): ShownBody {
  const opened = schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});

  return {
    mediaType,
    isRequired: body.required ?? false,
    description: body.description ?? '',
    type: typeOf(schema),
    fields: fieldsOf(opened),
  };
}

function answerOf(status: string, response: Response, document: ApiDocument): Answer {
  const codes = response['x-problem-codes'];
  const codesOf = Array.isArray(codes) ? codes.map(String) : [];

  return {
    status,
    description: response.description,
    headers: Object.entries(response.headers ?? {}).map(([name, header]) => ({
      name,
      description: resolve(header, document).description ?? '',
    })),
    bodies: Object.entries(response.content ?? {}).map(([mediaType, media]) => ({
      mediaType,
      type: typeOf(media.schema ?? {}),
      example: printed(mediaType, exampleFor(media, document)),
    })),
    problems: codesOf.map((code) => ({
      code,
      title: isProblemCode(code) ? problems[code].title : '',
      path: problemPath(code),
    })),
  };
}

/** The media type of an answer that fulfils the request; JSON where it has no body. */
function answerTypeOf({ responses = {} }: OperationObject, document: ApiDocument): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(resolve(response, document).content ?? {}));

  return types[0] ?? 'application/json';
}

/** The example that the document gives, or else one that its schema allows. */
function exampleFor(media: Media, document: ApiDocument): unknown {
  return givenExample(media, document) ?? exampleOf(media.schema ?? {}, document.components?.schemas ?? {});
}

function givenExample({ example, examples = {}, schema = {} }: Media, document: ApiDocument): unknown {
  const [first] = Object.values(examples);
  const own = example ?? (first && resolve(first, document).value);

  return own ?? schema.examples?.[0] ?? schema.example ?? schema.enum?.[0];
}

/** Headers that every response has, with the same description. */
function commonHeadersOf(operations: readonly Operation[]): ShownHeader[] {
  const [first, ...others] = operations.flatMap(({ answers }) => answers);
  if (!first) return [];

  return first.headers.filter((header) => others.every(({ headers }) => headers.some(isSame(header))));
}

/** Removes the common headers, and keeps the description of each other header only where it first appears. */
function withoutHeaders(operation: Operation, common: readonly ShownHeader[]): Operation {
  const described: ShownHeader[] = [];
  const shown = (header: ShownHeader): ShownHeader => {
    if (described.some(isSame(header))) return { ...header, description: '' };

    described.push(header);
    return header;
  };
  const answers = operation.answers.map((answer) => ({
    ...answer,
    headers: answer.headers.filter((header) => !common.some(isSame(header))).map(shown),
  }));

  return { ...operation, answers };
}

function isSame({ name, description }: ShownHeader): (other: ShownHeader) => boolean {
  return (other) => other.name === name && other.description === description;
}

/** Follows a reference within the document, which may lead to further references. */
function resolve<T extends object>(part: T | Reference, document: ApiDocument): T {
  let found: unknown = part;
  for (const seen = new Set<string>(); isReference(found) && !seen.has(found.$ref);) {
    seen.add(found.$ref);
    found = found.$ref
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
  }

  return (found ?? {}) as T;
}

function isReference(part: unknown): part is Reference {
  return typeof part === 'object' && part !== null && '$ref' in part && typeof part.$ref === 'string';
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** An example as it is sent. Files that are no text have none. */
function printed(mediaType: string, example: unknown): string {
  if (example === undefined) return '';
  if (isJson(mediaType)) return JSON.stringify(example, null, 2);
  return isText(mediaType) && typeof example === 'string' ? example : '';
}

function plainText(example: unknown): string {
  if (example === undefined) return '';
  if (Array.isArray(example)) return example.map(plainText).join(',');
  return typeof example === 'string' ? example : JSON.stringify(example);
}
