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

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, Media>>;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  readonly content?: Readonly<Record<string, Media>>;
  readonly 'x-problem-codes'?: readonly string[];
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
}

/** The description of our API, of which tests say that it has this form. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, object>>;
  readonly components?: { readonly schemas?: Schemas };
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

const methods = ['get', 'post', 'patch', 'delete'] as const;

/** A document never changes, and many pages need its reference. */
const made = new WeakMap<ApiDocument, ApiReference>();

export function apiReference(document: ApiDocument): ApiReference {
  const reference = made.get(document) ?? readReference(document);
  made.set(document, reference);
  return reference;
}

function readReference(document: ApiDocument): ApiReference {
  const { info, servers = [], tags = [], components: { schemas = {} } = {} } = document;
  const server = (servers[0]?.url ?? '').replace(/\/$/, '');
  const all = operationsOf(document, server);
  const common = commonHeadersOf(all.map(({ operation }) => operation));

  return {
    version: info.version,
    description: info.description ?? '',
    server,
    groups: tags.map(({ name, description = '' }) => ({
      id: `group-${slug(name)}`,
      path: groupPath(name),
      name,
      description,
      operations: all
        .filter(({ tag }) => tag === name)
        .map(({ operation }) => withoutHeaders(operation, common)),
    })),
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
    const operations = item as Partial<Record<(typeof methods)[number], OperationObject>>;

    return methods.flatMap((method) => {
      const given = operations[method];
      return given
        ? { tag: given.tags[0], operation: operationOf({ method, path, given }, document, server) }
        : [];
    });
  });
}

interface Given {
  readonly method: string;
  readonly path: string;
  readonly given: OperationObject;
}

function operationOf({ method, path, given }: Given, document: ApiDocument, server: string): Operation {
  const schemas = document.components?.schemas ?? {};
  const { parameters = [], requestBody, responses } = given;
  const [media] = Object.entries(requestBody?.content ?? {});
  const needsKey = given.security.length > 0;

  return {
    id: given.operationId,
    method: method.toUpperCase(),
    path,
    title: given.summary,
    description: given.description,
    needsKey,
    parameters: parameters.map(({ name, in: place, required = false, description, schema }) => ({
      ...fieldOf(name, schema, required),
      description,
      place,
      example: plainText(exampleFor({ schema }, schemas)),
    })),
    body: requestBody && media && bodyOf(requestBody, media, schemas),
    requests: exampleRequests({
      method: method.toUpperCase(),
      url: server + path,
      parameters: parameters.map(({ name, in: place, required: isRequired = false, schema }) => ({
        name,
        in: place,
        isRequired,
        example: isRequired ? (exampleFor({ schema }, schemas) ?? '') : givenExample({ schema }),
      })),
      needsKey,
      body: media && { mediaType: media[0], example: exampleFor(media[1], schemas) ?? {} },
      answer: answerTypeOf(given),
    }),
    answers: Object.entries(responses).map(([status, response]) => answerOf(status, response, schemas)),
  };
}

function bodyOf(
  { required }: RequestBody,
  [mediaType, { schema }]: [string, Media],
  schemas: Schemas,
): ShownBody {
  const opened = schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});

  return { mediaType, isRequired: required, type: typeOf(schema), fields: fieldsOf(opened) };
}

function answerOf(status: string, response: Response, schemas: Schemas): Answer {
  const { description, headers = {}, content = {}, 'x-problem-codes': codes = [] } = response;

  return {
    status,
    description,
    headers: Object.entries(headers).map(([name, header]) => ({ name, description: header.description })),
    bodies: Object.entries(content).map(([mediaType, media]) => ({
      mediaType,
      type: typeOf(media.schema),
      example: printed(mediaType, exampleFor(media, schemas)),
    })),
    problems: codes.map((code) => ({
      code,
      title: isProblemCode(code) ? problems[code].title : '',
      path: problemPath(code),
    })),
  };
}

/** The media type of an answer that fulfils the request; JSON where it has no body. */
function answerTypeOf({ responses }: OperationObject): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.keys(content));

  return types[0] ?? 'application/json';
}

/** The example that the document gives, or else one that its schema allows. */
function exampleFor(media: Media, schemas: Schemas): unknown {
  return givenExample(media) ?? exampleOf(media.schema, schemas);
}

function givenExample({ example, schema }: Media): unknown {
  return example ?? schema.examples?.[0] ?? schema.enum?.[0];
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
