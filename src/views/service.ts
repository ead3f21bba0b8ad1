import { z } from 'zod/mini';
import { Category, CategoryId } from '../domain/category.ts';
import { plainText } from '../domain/plain-text.ts';
import { Pricing, X402Config } from '../domain/declaration.ts';
import { supportedChains, Timestamp } from '../domain/service.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { Status } from '../domain/status.ts';

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

/** A page of the list. */
export function listView(entries: readonly Entry[]): Service[] {
  return entries.map(serviceView);
}

/** Specification 2.4. */
export const StatusRecord = z.strictObject({
  id: ServiceId,
  trustScore: Service.shape.trustScore,
  status: Status,
  uptimeScore: z.number().check(
    z.meta({
      description:
        'Percent of checks answered over 30 days; 0 where none counts: before the first, or where all were blocked.',
      examples: [0],
    }),
  ),
  lastChecked: z
    .nullable(z.iso.datetime())
    .check(z.meta({ description: 'Time of the last check; null before the first.', examples: [null] })),
  txCount: z.int().check(z.meta({ description: 'Payments seen on chain.', examples: [0] })),
  totalRevenue: z
    .number()
    .check(z.meta({ description: 'Sum of the payments seen on chain.', examples: [0] })),
});

export function statusView({ declared, observed }: Entry): z.infer<typeof StatusRecord> {
  const { trustScore, status, uptimeScore, lastChecked, txCount, totalRevenue } = observed;

  return { id: declared.id, trustScore, status, uptimeScore, lastChecked, txCount, totalRevenue };
}

export const CategoryWithCount = z.extend(Category, {
  serviceCount: z
    .int()
    .check(z.minimum(0), z.meta({ description: 'Services listed in this category.', examples: [12] })),
});

/** Every category in catalog order, with how many services it holds. */
export function categoriesView(snapshot: Snapshot): z.infer<typeof CategoryWithCount>[] {
  const counts = new Map<string, number>();
  for (const { declared } of snapshot.entries()) {
    counts.set(declared.category, (counts.get(declared.category) ?? 0) + 1);
  }

  return snapshot.categories.map(({ id, name, description }) => ({
    id,
    name,
    description,
    serviceCount: counts.get(id) ?? 0,
  }));
}

const fields = Service.shape;

/** Specification 2.5. */
export const ExportDocument = z.strictObject({
  version: z.literal('1.0').check(z.meta({ description: 'Version of this format.' })),
  source: z.string().check(z.meta({ description: 'Name of the catalog.', examples: ['tollbook'] })),
  exportedAt: z.iso
    .datetime()
    .check(z.meta({ description: 'When the catalog last changed.', examples: ['2026-01-31T12:00:00.000Z'] })),
  endpoints: z.array(
    z.strictObject({
      id: fields.id,
      name: fields.name,
      endpoint: fields.endpoint,
      category: z
        .string()
        .check(
          z.meta({ description: 'Label of the category, not its id.', examples: ['Weather & Environment'] }),
        ),
      pricing: z.pick(fields.pricing, { currency: true, pricePerRequest: true }),
      x402Config: fields.x402Config,
      trustScore: fields.trustScore,
      status: fields.status,
    }),
  ),
});

/**
 * The complete catalog, ordered by id. `exportedAt` is when the catalog last changed, not the time of the request, so that the same
 * catalog always gives the same bytes: a scanner that asks again gets a 304.
 */
export function exportView(snapshot: Snapshot, source: string): z.infer<typeof ExportDocument> {
  const entries = [...snapshot.entries()].sort((a, b) => (a.declared.id < b.declared.id ? -1 : 1));

  return {
    version: '1.0',
    source,
    exportedAt: snapshot.version.changedAt,
    endpoints: entries.map(({ declared, observed }) => ({
      id: declared.id,
      name: declared.name,
      endpoint: declared.endpoint,
      category: snapshot.categoryName(declared.category),
      pricing: { currency: declared.pricing.currency, pricePerRequest: declared.pricing.pricePerRequest },
      x402Config: {
        paymentAddress: declared.x402Config.paymentAddress,
        network: declared.x402Config.network,
      },
      trustScore: observed.trustScore,
      status: observed.status,
    })),
  };
}

/** The bytes of every JSON answer, for server and static file alike. */
export function bodyOf(view: unknown): string {
  return JSON.stringify(view);
}
