import { z } from 'zod';
import { registrationRequest } from '../domain/declaration.ts';
import { type FieldCode, fieldCodes } from '../domain/field-problem.ts';
import { networks } from '../domain/network.ts';
import type { fieldLabels } from '#texts/fields.ts';
import { networkGroups, testNetworkTitle } from '#texts/preview.ts';
import { type ParameterCode, parameterCodes, parameterProblem } from '../views/parameter-problem.ts';

/** One field of a registration, as its schema describes it. */
export interface RegistrationField {
  /** Path in the body, like `pricing.currency`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly example: string;
  /** Regular expression that the value must match. */
  readonly pattern?: string;
}

type Schema = z.core.JSONSchema.BaseSchema;

const schema: Schema = z.toJSONSchema(registrationRequest({ allowInsecure: false }), { io: 'input' });

export const registrationFields: readonly RegistrationField[] = fieldsOf(schema, '');

/** The field of this name. @throws {Error} when a registration has none */
export function registrationField(name: keyof typeof fieldLabels): RegistrationField {
  const field = registrationFields.find((each) => each.name === name);
  if (field) return field;

  throw new Error(`a registration has no ${name}`);
}

/** A valid registration, made from the schema's examples. */
export const exampleRegistration: unknown = exampleOf(schema);

type Code = FieldCode | ParameterCode;

/** Facts that make an example sentence read well. */
const exampleFacts: Partial<Record<Code, { value?: unknown; expected?: string; max?: number }>> = {
  required: { expected: 'string' },
  wrong_type: { value: 5, expected: 'string' },
  text_hidden_character: { value: '\u202e' },
  text_too_long: { max: 255 },
  query_too_long: { max: 500 },
  too_many_values: { max: 50 },
  too_many_offers: { max: 30 },
  too_many_tags: { max: 5 },
  too_many_problems: { max: 7 },
};

/** Every code that an entry of `errors` can have, with its sentence about a value called `value`. */
export const explainedCodes: readonly { readonly code: Code; readonly sentence: string }[] = [
  ...fieldCodes,
  ...parameterCodes,
].map((code) => ({ code, sentence: exampleSentence(code) }));

function exampleSentence(code: Code): string {
  const facts = { value: '…', expected: '…', family: 'eip155', ...exampleFacts[code] } as const;

  return parameterProblem(code, ['value'], facts).detail;
}

function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): RegistrationField[] {
  return propertiesOf(properties).flatMap(([name, property]) => {
    if (property.properties) return fieldsOf(property, `${prefix}${name}.`);

    const { description = '', examples, pattern } = property;
    return [
      {
        name: prefix + name,
        isRequired: required.includes(name),
        description,
        example: JSON.stringify(examples?.[0]),
        ...(pattern === undefined ? {} : { pattern }),
      },
    ];
  });
}

function exampleOf({ properties, examples }: Schema): unknown {
  if (!properties) return examples?.[0];

  return Object.fromEntries(propertiesOf(properties).map(([name, property]) => [name, exampleOf(property)]));
}

/** JSON Schema also allows `true` and `false` as properties; none of our fields uses them. */
function propertiesOf(properties: Record<string, z.core.JSONSchema._JSONSchema>): [string, Schema][] {
  return Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' ? [[name, property]] : [],
  );
}

/** One choice of a form's field. */
interface Choice {
  readonly value: string;
  readonly label: string;
  readonly group: string;
}

/** Every known network, main networks first. */
export const networkChoices: readonly Choice[] = [...networks]
  .sort((a, b) => Number(a.testnet) - Number(b.testnet))
  .map(({ name, caip2, title, testnet }) => ({
    value: name ?? caip2,
    label: testnet ? testNetworkTitle({ title }) : title,
    group: testnet ? networkGroups.test : networkGroups.main,
  }));
