import { anyValue, arrayOf, boundUnits, bounds, mapOf, or, ruleWords } from '#texts/schema.ts';

/** The part of JSON Schema 2020-12 that describes our API; tests say that it uses no other. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
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

  if (schema.anyOf) return joined(schema.anyOf.map(typeOf));
  return joined(typesOf(schema).map((type) => plainType(type, schema)));
}

/** The members of an object, or of the objects in an array. */
export function fieldsOf(schema: Schema): Field[] {
  const { properties = {}, required = [], additionalProperties: others, anyOf = [] } = schema;
  const own = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, required.includes(name)),
  );

  return [
    ...own,
    ...(typeof others === 'object' && hasOwnFields(others) ? [fieldOf(anyName, others, false)] : []),
    ...anyOf.flatMap(fieldsOf),
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
  const { format, pattern, anyOf = [], items } = schema;
  const rules: (Rule | undefined)[] = [
    schema.const === undefined ? undefined : code(ruleWords.always, [schema.const]),
    schema.enum && code(ruleWords.oneOf, schema.enum),
    format === undefined ? undefined : code(ruleWords.format, [format]),
    range(schema.minLength, schema.maxLength, boundUnits.characters),
    range(schema.minimum, schema.maximum),
    range(schema.minItems, schema.maxItems, boundUnits.entries),
    pattern === undefined ? undefined : code(ruleWords.matches, [pattern]),
    schema.default === undefined ? undefined : code(ruleWords.byDefault, [schema.default]),
  ];
  const inner = [
    ...anyOf.flatMap(rulesOf),
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
  const [given] = [...(schema.examples ?? []), schema.const, schema.default].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref !== undefined) return exampleOfNamed(nameOf(schema.$ref), schemas, open);

  if (schema.anyOf) return firstExample(schema.anyOf, schemas, open);
  return plainExample(schema, schemas, open);
}

function exampleOfNamed(name: string, schemas: Schemas, open: ReadonlySet<string>): unknown {
  const schema = schemas[name];

  return schema && !open.has(name) ? exampleOf(schema, schemas, new Set([...open, name])) : undefined;
}

/** The example of the first variant that has one; null is the last resort. */
function firstExample(variants: readonly Schema[], schemas: Schemas, open: ReadonlySet<string>): unknown {
  const examples = variants.map((variant) => exampleOf(variant, schemas, open));

  const nothing = examples.includes(null) ? null : undefined;
  return examples.find((example) => example !== undefined && example !== null) ?? nothing;
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
  uri: 'https://example.com/',
};

function textExample({ format = '', minLength = 0, maxLength = Infinity }: Schema): string {
  return textExamples[format] ?? 'text'.padEnd(minLength, '.').slice(0, maxLength);
}

function numberExample({ minimum, maximum = 0 }: Schema): number {
  return minimum ?? Math.min(0, maximum);
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

function joined(types: readonly TypePart[][]): TypePart[] {
  const seen = new Set<string>();
  const others = types.filter((type) => {
    const key = JSON.stringify(type);
    return !seen.has(key) && seen.add(key);
  });

  return others.flatMap((type, place) => (place === 0 ? type : [{ text: or }, ...type]));
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
