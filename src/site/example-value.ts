import type { JsonSchema } from '../domain/described-request.ts';

/**
 * A value that fits a schema: one that it names, else one of its type. Texts that nobody gave an example of say what belongs there: `YOUR_CITY`.
 * Schemas of sellers are bounded in depth when they are read.
 */
export function exampleValue(schema: JsonSchema, name = 'value'): unknown {
  const { examples, default: usual, enum: choices, anyOf, minimum } = schema;
  const given = examples?.[0] ?? usual ?? choices?.[0];
  if (given !== undefined) return given;
  if (anyOf?.[0]) return exampleValue(anyOf[0], name);

  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(wantedFields(schema).map(([key, field]) => [key, exampleValue(field, key)]));
    case 'array':
      return schema.items ? [exampleValue(schema.items, name)] : [];
    case 'number':
    case 'integer':
      return minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return `YOUR_${name.toUpperCase().replaceAll(/\W+/g, '_')}`;
  }
}

/** The required fields; all of them where the schema requires none. */
function wantedFields({ properties = {}, required = [] }: JsonSchema): [string, JsonSchema][] {
  const fields = Object.entries(properties);

  return required.length === 0 ? fields : fields.filter(([name]) => required.includes(name));
}

function typeOf({ type, properties, items }: JsonSchema): string | undefined {
  if (type !== undefined) return [type].flat()[0];
  if (properties) return 'object';

  return items && 'array';
}
