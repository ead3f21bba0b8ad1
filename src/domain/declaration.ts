import { z } from 'zod/mini';
import { byTextFilter, editableNames, fieldNames, picked, registeredNames } from './declared-fields.ts';
import { perPolicy } from './endpoint-url.ts';
import { deprecation, fieldSchemas } from './field-schemas.ts';

/*
 * What can be said of a service, as schemas: they follow from the table of fields.
 */

export const filterSchemas = byTextFilter((_parameter, name) =>
  textIn(fieldSchemas({ allowInsecure: false })[name]),
);

function textIn(schema: z.core.$ZodType): z.core.$ZodType<string> {
  if (schema instanceof z.ZodMiniOptional) return textIn(schema.def.innerType);

  return schema instanceof z.ZodMiniArray ? textIn(schema.def.element) : (schema as z.core.$ZodType<string>);
}

export const registrationRequest = perPolicy((policy) =>
  z.strictObject(picked(fieldSchemas(policy), registeredNames)),
);
export type RegistrationRequest = Readonly<z.infer<ReturnType<typeof registrationRequest>>>;

/** The fields that the owner of a service may change. The catalog itself says since when a service is deprecated. */
export const editableService = perPolicy((policy) =>
  z.strictObject({
    ...picked(fieldSchemas(policy), editableNames),
    deprecated: z.optional(z.strictObject(deprecation)),
  }),
);

/** A service as its owner declares it, which is the content of its file in git. */
export const declaredService = perPolicy((policy) =>
  z.strictObject(picked(fieldSchemas(policy), fieldNames)),
);
