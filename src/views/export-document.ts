import { z } from 'zod/mini';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { bodyOf } from './body.ts';
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
 * The export document in pieces, of services given by id. `exportedAt` is when the catalog last changed, not the time of the request: an
 * unchanged catalog gives the same bytes, so a returning scanner gets a 304.
 */
export function* exportDocument(
  snapshot: Snapshot,
  source: string,
  services: Iterable<Entry>,
): Generator<string> {
  const head = { version: '1.0', source, exportedAt: snapshot.version.changedAt } as const;
  let separator = '';

  yield `${bodyOf(head).slice(0, -1)},"endpoints":[`;
  for (const entry of services) {
    yield `${separator}${bodyOf(exportedView(snapshot, entry))}`;
    separator = ',';
  }
  yield ']}';
}

function exportedView(
  snapshot: Snapshot,
  { declared, observed }: Entry,
): z.infer<typeof ExportDocument>['endpoints'][number] {
  const { id, name, endpoint, category, pricing, x402Config } = declared;

  return {
    id,
    name,
    endpoint,
    category: snapshot.categoryName(category),
    pricing: { currency: pricing.currency, pricePerRequest: pricing.pricePerRequest },
    x402Config: { paymentAddress: x402Config.paymentAddress, network: x402Config.network },
    trustScore: observed.trustScore,
    status: observed.status,
  };
}
