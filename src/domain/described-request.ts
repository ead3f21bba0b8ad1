import { z } from 'zod/mini';

/** HEAD is missing because x402 servers answer it without payment. */
export const probeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ProbeMethod = (typeof probeMethods)[number];

export const jsonTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;
export type JsonType = (typeof jsonTypes)[number];

/** The keywords of JSON Schema 2020-12 that are read from a seller's schema. References are not among them, so nothing has to be resolved. */
export const JsonSchema = z.strictObject({
  type: z.optional(z.union([z.enum(jsonTypes), z.array(z.enum(jsonTypes))])),
  description: z.optional(z.string()),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  default: z.optional(z.unknown()),
  examples: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  required: z.optional(z.array(z.string())),
  get properties(): z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString, typeof JsonSchema>> {
    return z.optional(z.record(z.string(), JsonSchema));
  },
  get items(): z.ZodMiniOptional<typeof JsonSchema> {
    return z.optional(JsonSchema);
  },
  get anyOf(): z.ZodMiniOptional<z.ZodMiniArray<typeof JsonSchema>> {
    return z.optional(z.array(JsonSchema));
  },
});
export type JsonSchema = Readonly<z.infer<typeof JsonSchema>>;

export const bodyTypes = ['json', 'form-data', 'text'] as const;

const schema = z.optional(JsonSchema);
const example = z.optional(z.unknown().check(z.meta({ description: 'Any JSON.' })));

/** How to ask a service, and what it answers, in the words of its live 402. Untrusted, but bounded and without hidden characters. */
export const DescribedRequest = z.strictObject({
  method: z.optional(z.enum(probeMethods)),
  query: z.optional(
    z
      .strictObject({ schema, example: z.optional(z.record(z.string(), z.string())) })
      .check(z.meta({ description: 'Parameters of its query.' })),
  ),
  body: z.optional(
    z
      .strictObject({ type: z.enum(bodyTypes), schema, example })
      .check(z.meta({ description: 'Body of the request.' })),
  ),
  headers: z.optional(
    z.strictObject({ schema }).check(z.meta({ description: 'Headers beside those that pay.' })),
  ),
  output: z.optional(
    z
      .strictObject({ schema, example })
      .check(z.meta({ description: 'What a paid request is answered with.' })),
  ),
});
export type DescribedRequest = Readonly<z.infer<typeof DescribedRequest>>;
