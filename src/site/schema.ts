import { and, anyValue, arrayOf, boundUnits, bounds, mapOf, or, ruleWords } from '#texts/schema.ts';

/** The part of JSON Schema 2020-12 that the API reference shows, as it stands in an OpenAPI 3.1 document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  readonly deprecated?: boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A piece of the description of a type; `schema` is the name of the schema that it links to. */
export interface TypePart {
  readonly text: string;
  readonly schema?: string;
}

/** A rule for a value beyond its type: words, then pieces of code. */
export interface Rule {
  readonly words: string;
  readonly codes: readonly string[];
}

/** A member of an object, or anything else with a name and a schema. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: readonly TypePart[];
  readonly description: string;
  readonly rules: readonly Rule[];
  /** Members of an object whose schema has no name. */
  readonly fields: readonly Field[];
}

/** Stands for the name of a member that may have any name. */
const anyName = '*';

/** The name of the schema that a reference leads to. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The type of a schema, in words. Refers to named schemas by name, so a schema may contain itself. */
export function typeOf(schema: Schema): TypePart[] {
  if (schema.$ref !== undefined) return [{ text: nameOf(schema.$ref), schema: nameOf(schema.$ref) }];

  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return joined(variants.map(typeOf), or);
  if (schema.allOf) return joined(schema.allOf.map(typeOf), and);
  return joined(
    typesOf(schema).map((type) => plainType(type, schema)),
    or,
  );
}

/** The members of an object, or of the objects in an array. */
export function fieldsOf(schema: Schema): Field[] {
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []);
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const own = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, required.includes(name)),
  );

  return [
    ...own,
    ...(typeof others === 'object' && hasOwnFields(others) ? [fieldOf(anyName, others, false)] : []),
    ...parts.flatMap(fieldsOf),
    ...(schema.items ? fieldsOf(schema.items) : []),
  ];
}

export function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  return {
    name,
    isRequired,
    type: typeOf(schema),
    description: schema.description ?? '',
    rules: rulesOf(schema),
    fields: fieldsOf(schema),
  };
}

/** The rules for a value beyond its type. */
export function rulesOf(schema: Schema): Rule[] {
  const { format, pattern, multipleOf, uniqueItems, deprecated, anyOf, oneOf, items } = schema;
  const rules: (Rule | undefined)[] = [
    schema.const === undefined ? undefined : code(ruleWords.always, [schema.const]),
    schema.enum && code(ruleWords.oneOf, schema.enum),
    format === undefined ? undefined : code(ruleWords.format, [format]),
    range(schema.minLength, schema.maxLength, boundUnits.characters),
    range(schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined
      ? undefined
      : words(ruleWords.moreThan({ bound: schema.exclusiveMinimum })),
    schema.exclusiveMaximum === undefined
      ? undefined
      : words(ruleWords.lessThan({ bound: schema.exclusiveMaximum })),
    multipleOf === undefined ? undefined : words(ruleWords.multipleOf({ factor: multipleOf })),
    range(schema.minItems, schema.maxItems, boundUnits.entries),
    uniqueItems ? words(ruleWords.noDuplicates) : undefined,
    pattern === undefined ? undefined : code(ruleWords.matches, [pattern]),
    schema.default === undefined ? undefined : code(ruleWords.byDefault, [schema.default]),
    deprecated ? words(ruleWords.deprecated) : undefined,
  ];
  const inner = [
    ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap(rulesOf),
    ...(items
      ? rulesOf(items).map((rule) => ({ ...rule, words: ruleWords.each({ rule: rule.words }) }))
      : []),
  ];

  return [...rules.filter((rule) => rule !== undefined), ...inner];
}

/**
 * A valid value for a schema, made from its examples; undefined when there is none, as for a schema that contains itself or
 * allows nothing.
 */
export function exampleOf(schema: Schema, schemas: Schemas, open: ReadonlySet<string> = new Set()): unknown {
  const [given] = [...(schema.examples ?? []), schema.example, schema.const, schema.default].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref !== undefined) return exampleOfNamed(nameOf(schema.$ref), schemas, open);

  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return firstExample(variants, schemas, open);
  if (schema.allOf) return mergedExample(schema.allOf, schemas, open);
  return plainExample(schema, schemas, open);
}

function exampleOfNamed(name: string, schemas: Schemas, open: ReadonlySet<string>): unknown {
  const schema = schemas[name];

  return schema && !open.has(name) ? exampleOf(schema, schemas, new Set([...open, name])) : undefined;
}

/** The example of the first variant that has one; null is the last resort. */
function firstExample(variants: readonly Schema[], schemas: Schemas, open: ReadonlySet<string>): unknown {
  const examples = variants.map((variant) => exampleOf(variant, schemas, open));

  return examples.find((example) => example !== undefined && example !== null) ?? examples.find(isGiven);
}

function mergedExample(parts: readonly Schema[], schemas: Schemas, open: ReadonlySet<string>): unknown {
  const examples = parts.map((part) => exampleOf(part, schemas, open)).filter(isGiven);
  const areObjects = examples.every((example) => typeof example === 'object' && !Array.isArray(example));

  return areObjects ? Object.assign({}, ...examples) : examples[0];
}

function plainExample(schema: Schema, schemas: Schemas, open: ReadonlySet<string>): unknown {
  const types = typesOf(schema);
  const [type] = types;

  switch (type) {
    case 'object':
      return objectExample(schema, schemas, open) ?? (types.includes('null') ? null : undefined);
    case 'array': {
      const entry = schema.items && exampleOf(schema.items, schemas, open);
      return entry === undefined ? [] : [entry];
    }
    case 'string':
      return textExample(schema);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

/** Undefined when a required member has no example. */
function objectExample(schema: Schema, schemas: Schemas, open: ReadonlySet<string>): object | undefined {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const members = Object.entries(properties).map(
    ([name, property]) => [name, exampleOf(property, schemas, open)] as const,
  );
  if (members.some(([name, example]) => example === undefined && required.includes(name))) return undefined;

  const isMap = typeof others === 'object' && members.length === 0;
  const entry = isMap ? exampleOf(others, schemas, open) : undefined;
  return {
    ...Object.fromEntries(members.filter(([, example]) => example !== undefined)),
    ...(entry === undefined ? {} : { name: entry }),
  };
}

const textExamples: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  uri: 'https://example.com/',
  email: 'name@example.com',
  uuid: '6f1c2f9e-8a53-4b0e-9f0e-1d2c3b4a5968',
};

function textExample({ format = '', minLength = 0, maxLength = Infinity }: Schema): string {
  return textExamples[format] ?? 'text'.padEnd(minLength, '.').slice(0, maxLength);
}

function numberExample(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 } = schema;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf);
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - multipleOf);

  return least ?? Math.min(0, most ?? 0);
}

/** The types that a schema names, or else those that its other keywords imply. */
function typesOf({ type, properties, additionalProperties, items }: Schema): readonly string[] {
  if (type !== undefined) return typeof type === 'string' ? [type] : type;
  if (properties || typeof additionalProperties === 'object') return ['object'];
  return [items ? 'array' : anyValue];
}

function plainType(type: string, { items, properties, additionalProperties: others }: Schema): TypePart[] {
  if (type === 'array' && items) return [{ text: arrayOf }, ...typeOf(items)];
  if (type === 'object' && !properties && typeof others === 'object') {
    return [{ text: mapOf }, ...typeOf(others)];
  }
  return [{ text: type }];
}

function hasOwnFields(schema: Schema): boolean {
  return fieldsOf(schema).length > 0;
}

function joined(types: readonly TypePart[][], between: string): TypePart[] {
  const seen = new Set<string>();
  const others = types.filter((type) => {
    const key = JSON.stringify(type);
    return !seen.has(key) && seen.add(key);
  });

  return others.flatMap((type, place) => (place === 0 ? type : [{ text: between }, ...type]));
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

function words(text: string): Rule {
  return { words: text, codes: [] };
}

function code(text: string, values: readonly unknown[]): Rule {
  return {
    words: text,
    codes: values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  };
}

/** A rule for the bounds of a number or of a count; undefined without bounds. */
function range(least: number | undefined, most: number | undefined, unit = ''): Rule | undefined {
  const count = (number: number): string => `${String(number)} ${unit}`.trimEnd();
  if (least !== undefined && most !== undefined) {
    return words(
      least === most ? bounds.exactly({ count: count(least) }) : bounds.between({ least, most: count(most) }),
    );
  }
  if (least !== undefined) return words(bounds.atLeast({ least: count(least) }));
  return most === undefined ? undefined : words(bounds.atMost({ most: count(most) }));
}
