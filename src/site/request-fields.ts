import { anyValue, arrayOf, or } from '#texts/schema.ts';
import type { DescribedRequest, JsonSchema } from '../domain/described-request.ts';

/** One value of a request; its name and description are untrusted. */
export interface RequestField {
  /** With the names around it: `filter.city`, `items[].id`. */
  readonly name: string;
  readonly place: 'query' | 'body' | 'header';
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const maxChoices = 6;
const longestChoices = 80;

/** All fields of a request, each before those within it. */
export function requestFields({ query, body, headers }: DescribedRequest): RequestField[] {
  return [
    ...fieldsIn(query?.schema ?? {}, 'query'),
    ...fieldsIn(body?.schema ?? {}, 'body'),
    ...fieldsIn(headers?.schema ?? {}, 'header'),
  ];
}

function fieldsIn(schema: JsonSchema, place: RequestField['place'], prefix = ''): RequestField[] {
  const { properties = {}, required = [], items } = schema;
  const own = Object.entries(properties).flatMap(([key, field]) => {
    const name = prefix + key;
    const isRequired = required.includes(key);
    const row = { name, place, type: typeText(field), isRequired, description: field.description ?? '' };
    return [row, ...fieldsIn(field, place, `${name}.`)];
  });

  return [...own, ...(items ? fieldsIn(items, place, `${prefix.replace(/\.$/, '')}[].`) : [])];
}

/** The type in words: `string`, `array of number`, `"day" or "hour"`. */
function typeText(schema: JsonSchema): string {
  const { type, enum: choices, items, anyOf, properties } = schema;
  const listed = choices
    ?.slice(0, maxChoices)
    .map((choice) => JSON.stringify(choice))
    .join(or);
  if (listed !== undefined && listed.length <= longestChoices && choices && choices.length <= maxChoices) {
    return listed;
  }
  if (type === undefined && anyOf) return distinct(anyOf.map(typeText)).join(or);
  if (items) return arrayOf + typeText(items);

  return distinct([type ?? (properties ? 'object' : anyValue)].flat()).join(or);
}

function distinct(types: readonly string[]): string[] {
  return [...new Set(types)];
}
