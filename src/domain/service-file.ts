import { z } from 'zod/mini';
import { declaredService } from './declaration.ts';
import { isObject } from './json-object.ts';
import { Offer } from './offer.ts';
import type { DeclaredService } from './service.ts';
import { tagOf } from './service-id.ts';
import type { Tombstone } from './tombstone.ts';

export const servicesFolder = 'services';

/** The folder of the tombstones, which has the same shape. */
export const tombstonesFolder = 'deleted';

/** The path of a service's file in the catalog folder: `services/<first 2 characters of its tag>/<id>.json`. */
export function serviceFilePath(id: string): string {
  return `${servicesFolder}/${tagOf(id).slice(0, 2)}/${id}.json`;
}

export function tombstoneFilePath(id: string): string {
  return `${tombstonesFolder}/${tagOf(id).slice(0, 2)}/${id}.json`;
}

/** The canonical text of a service file: fixed key order, two spaces, LF, final newline. */
export function printServiceFile(service: DeclaredService): string {
  return `${JSON.stringify(inFileOrder(service), null, 2)}\n`;
}

export function inFileOrder(service: DeclaredService): object {
  return inSchemaOrder(fileSchema, service) as object;
}

const fileSchema = declaredService({ allowInsecure: true });

/** A value with the members of each object in the order of its schema; what a schema leaves open stays as it is. */
function inSchemaOrder(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (schema instanceof z.ZodMiniOptional) return inSchemaOrder(schema.def.innerType, value);
  if (schema instanceof z.ZodMiniUnion) {
    const objects = schema.def.options.find((option) => option instanceof z.ZodMiniObject);
    return objects ? inSchemaOrder(objects, value) : value;
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((each) => inSchemaOrder(schema.def.element, each));
  }
  if (!(schema instanceof z.ZodMiniObject) || !isObject(value)) return value;

  const members = Object.entries<z.core.$ZodType>(schema.shape);
  return Object.fromEntries(members.map(([name, inner]) => [name, inSchemaOrder(inner, value[name])]));
}

/** The canonical text of an offer. */
export function printOffer(offer: Offer): string {
  return JSON.stringify(inSchemaOrder(Offer, offer));
}

export function printTombstone({ service, ...stone }: Tombstone): string {
  const { id, name, endpoint, owner, deletedAt, reason, byOperator } = stone;
  const known = { id, name, endpoint, owner, deletedAt, reason, byOperator };

  return `${JSON.stringify({ ...known, service: service && inFileOrder(service) }, null, 2)}\n`;
}
