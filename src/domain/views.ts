import { z } from 'zod';
import { Category } from './category.ts';
import { type Service, Service as ServiceSchema, supportedChains } from './service.ts';
import { ServiceId } from './service-id.ts';
import type { Entry, Snapshot } from './snapshot.ts';
import { Status } from './status.ts';

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
  trustScore: ServiceSchema.shape.trustScore,
  status: Status,
  uptimeScore: z
    .number()
    .meta({ description: 'Percent of checks answered over 30 days; 0 before the first.', examples: [0] }),
  lastChecked: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time of the last check; null before the first.', examples: [null] }),
  txCount: z.int().meta({ description: 'Payments seen on chain.', examples: [0] }),
  totalRevenue: z.number().meta({ description: 'Sum of the payments seen on chain.', examples: [0] }),
});

export function statusView({ declared, observed }: Entry): z.infer<typeof StatusRecord> {
  const { trustScore, status, uptimeScore, lastChecked, txCount, totalRevenue } = observed;

  return { id: declared.id, trustScore, status, uptimeScore, lastChecked, txCount, totalRevenue };
}

export const CategoryWithCount = Category.extend({
  serviceCount: z
    .int()
    .min(0)
    .meta({ description: 'Services listed in this category.', examples: [12] }),
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

/** Specification 2.5. */
export const ExportDocument = z.strictObject({
  version: z.literal('1.0').meta({ description: 'Version of this format.' }),
  source: z.string().meta({ description: 'Name of the catalog.', examples: ['tollbook'] }),
  exportedAt: z.iso
    .datetime()
    .meta({ description: 'When the catalog last changed.', examples: ['2026-01-31T12:00:00.000Z'] }),
  endpoints: z.array(
    ServiceSchema.pick({ id: true, name: true, endpoint: true })
      .extend({
        category: z
          .string()
          .meta({ description: 'Label of the category, not its id.', examples: ['Weather & Environment'] }),
        pricing: ServiceSchema.shape.pricing.pick({ currency: true, pricePerRequest: true }),
      })
      .extend(ServiceSchema.pick({ x402Config: true, trustScore: true, status: true }).shape),
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
