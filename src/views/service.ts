import { z } from 'zod/mini';
import { CategoryId } from '../domain/category.ts';
import { X402Config } from '../domain/field-schemas.ts';
import { plainText } from '../domain/plain-text-schema.ts';
import { Pricing } from '../domain/pricing.ts';
import { ServiceId } from '../domain/service-id.ts';
import { supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { Status } from '../domain/status.ts';
import { Timestamp } from '../domain/timestamp.ts';
import type { StoredAnswer } from '../registration/idempotency.ts';
import { bodyOf } from './body.ts';

/** A service as the API answers it: specification 2.1. */
export const Service = z.strictObject({
  id: ServiceId,
  name: plainText(255, { description: 'Name of the service. Untrusted text.', examples: ['Rain Radar'] }),
  description: plainText(2000, {
    description: 'What it does. Untrusted text.',
    examples: ['Precipitation for the next two hours.'],
  }),
  endpoint: z
    .url()
    .check(
      z.meta({ description: 'Base URL in canonical form.', examples: ['https://api.example.com/rain'] }),
    ),
  category: CategoryId,
  pricing: Pricing,
  x402Config: X402Config,
  trustScore: z
    .int()
    .check(
      z.minimum(0),
      z.maximum(100),
      z.meta({ description: 'Made from what was observed; 0 until then.', examples: [0] }),
    ),
  status: Status,
  supportedChains: z.array(z.string()).check(
    z.meta({
      description: 'Short names, or CAIP-2 ids of networks that have none.',
      examples: [['base-sepolia']],
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Service = z.infer<typeof Service>;

/** A service with its twelve fields, in the order of specification 2.1. */
export function serviceView({ declared, observed }: Entry): Service {
  const { id, name, description, endpoint, category, pricing, x402Config, createdAt, updatedAt } = declared;

  return {
    id,
    name,
    description,
    endpoint,
    category,
    pricing,
    x402Config,
    trustScore: observed.trustScore,
    status: observed.status,
    supportedChains: supportedChains(declared, observed),
    createdAt,
    updatedAt,
  };
}

/** The answer to an act that created or changed a service. */
export function storedAnswer(entry: Entry): StoredAnswer {
  return { id: entry.declared.id, body: bodyOf(serviceView(entry)) };
}

/** The names of the twelve fields, in their order. */
export const serviceFields = z.keyof(Service).options;
type ServiceField = (typeof serviceFields)[number];

/** A service with some of its fields, or all where none are named, in the order of specification 2.1. */
export function partialView(entry: Entry, fields: readonly ServiceField[] = []): Partial<Service> {
  const service = serviceView(entry);
  if (fields.length === 0) return service;

  const wanted = new Set<string>(fields);
  return Object.fromEntries(Object.entries(service).filter(([name]) => wanted.has(name)));
}

/** A page of the list. */
export function listView(entries: readonly Entry[], fields?: readonly ServiceField[]): Partial<Service>[] {
  return entries.map((entry) => partialView(entry, fields));
}
