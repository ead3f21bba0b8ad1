import { z } from 'zod/mini';
import type { Snapshot } from '../domain/snapshot.ts';
import { Service } from './service.ts';

const fields = Service.shape;

/** The complete catalog in one document: specification 2.5. */
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
 * Lists services by id. `exportedAt` is when the catalog last changed, not the time of the request: an unchanged catalog gives the
 * same bytes, so a returning scanner gets a 304.
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
