import { z } from 'zod/mini';
import { X402Config } from '../domain/field-schemas.ts';
import { isObject } from '../domain/json-object.ts';
import { Pricing } from '../domain/pricing.ts';
import { Service } from '../views/service.ts';
import { bodyOf } from '../views/body.ts';
import type { Notice } from './surroundings.ts';
import { invalid } from './read-answer.ts';

/** JavaScript puts members that are called so before all others, so that the file of a service would not begin with its id. */
const number = /^\d+$/;

const Known = z
  .looseObject({
    ...Service.shape,
    pricing: z.looseObject(Pricing.shape),
    x402Config: z.looseObject(X402Config.shape),
  })
  .check(
    z.refine((given) => !Object.keys(given).some((name) => number.test(name)), {
      error: 'a member has a number as its name',
    }),
  );

/**
 * A service as a catalog sends it. Members that this mirror does not know, of a catalog that is newer, are retained where they stand and passed
 * on; `id` comes first, by which files of services are read.
 */
export const MirroredService: z.ZodMiniType<Service> = z.pipe(
  z.unknown(),
  z.transform((given: unknown, context) => {
    const read = Known.safeParse(given);
    if (read.success) return { id: read.data.id, ...inOrderOf(given, read.data) } as Service;

    const issues = read.error.issues.map(({ message, path }) => ({ message, path }));
    context.issues.push(...issues.map((issue) => ({ ...issue, code: 'custom' as const, input: given })));
    return z.NEVER;
  }),
);

/** What was read, with the members of each object in the order in which they were given. */
function inOrderOf(given: unknown, read: unknown): object {
  if (!isObject(given) || !isObject(read)) return {};

  const names = Object.keys(given).filter((name) => Object.hasOwn(read, name));
  return Object.fromEntries(
    names.map((name) => {
      const value = read[name];
      return [name, isObject(value) ? inOrderOf(given[name], value) : value];
    }),
  );
}

/** Tells once that a catalog sends members that this mirror does not know. */
export class UnknownMembers {
  readonly #notice: (notice: Notice) => void;
  #hasWarned = false;

  constructor(notice: (notice: Notice) => void) {
    this.#notice = notice;
  }

  see(service: Service): void {
    if (this.#hasWarned || !hasUnknown(service)) return;

    this.#hasWarned = true;
    const text =
      'the catalog is newer than this mirror: services have members that it does not know, which it retains and passes on; update it';
    this.#notice({ level: 'warning', text });
  }
}

function hasUnknown(service: Service): boolean {
  const { pricing, x402Config } = service;
  const isKnown = (members: object, shape: object): boolean =>
    Object.keys(members).every((name) => Object.hasOwn(shape, name));

  return !(
    isKnown(service, Service.shape) &&
    isKnown(pricing, Pricing.shape) &&
    isKnown(x402Config, X402Config.shape)
  );
}

/** Of the file of a service, and of its line in an export. */
export const maxServiceBytes = 64 * 1024;

/** The file of a service in a mirror: its members as the catalog sends them, to be read by people too. */
export function serviceFile(service: Service): string {
  return `${JSON.stringify(service, null, 2)}\n`;
}

/** The line of a service in an export, without its LF. */
export function serviceLine(service: Service): string {
  return bodyOf(service);
}

/** Refuses a service whose file could not be read again. `name` is that of the answer. @throws {MirrorFault} */
export function refuseLarge(service: Service, name: string): void {
  if (Buffer.byteLength(serviceFile(service)) > maxServiceBytes) {
    throw invalid(name, `the service ${service.id} has more than ${String(maxServiceBytes)} bytes`);
  }
}
