import { z } from 'zod';
import { registrationRequest } from '../domain/declaration.ts';

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

/** A body that is accepted, made from the examples of the schema. */
export const exampleRegistration: unknown = exampleOf(schema);

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

/** A property may also be `true` or `false` in JSON Schema; no field of ours is. */
function propertiesOf(properties: Record<string, z.core.JSONSchema._JSONSchema>): [string, Schema][] {
  return Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' ? [[name, property]] : [],
  );
}
