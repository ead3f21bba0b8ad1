import { z } from 'zod/mini';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { bodyOf } from './body.ts';
import { Service } from './service.ts';

const fields = Service.shape;

/** The complete catalog in one document: specification 2.5. */
export const ExportDocument = z.strictObject({
  version: z.literal('1.0').check(z.meta({ description: 'Version of this format.' })),
  source: z.string().check(z.meta({ description: 'Name of the catalog.', examples: ['tollbook'] })),
  exportedAt: z.iso.datetime().check(
    z.meta({
      description: 'When something in this document was last declared, checked or counted.',
      examples: ['2026-01-31T12:00:00.000Z'],
    }),
  ),
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

/** The times of what an export shows. */
interface ExportTimes {
  /** Of the last commit. */
  readonly changedAt: string;
  /** Of the newest check; null where nothing was checked. */
  readonly checkedAt: string | null;
  /** Of the last change in the feed, which also tells of payments, in milliseconds since 1970; 0 without one. */
  readonly reportedAt: number;
}

/**
 * When a status or score may last have changed. It is not the time of the request, so the same catalog gives the same bytes on every server
 * and as a file, and a returning scanner gets a 304 until something is declared, checked or counted.
 */
export function exportedAt({ changedAt, checkedAt, reportedAt }: ExportTimes): string {
  const times = [changedAt, checkedAt ?? changedAt, new Date(reportedAt).toISOString()];

  return times.reduce((newest, time) => (time > newest ? time : newest));
}

/** The time of the newest check of any of these services; null where none was checked. */
export function newestCheck(services: Iterable<Entry>): string | null {
  let newest: string | null = null;
  for (const { observed } of services) {
    const { lastChecked } = observed;
    if (lastChecked !== null && (newest === null || lastChecked > newest)) newest = lastChecked;
  }

  return newest;
}

/** The export document in pieces, of services given by id. */
export function* exportDocument(
  snapshot: Snapshot,
  { source, exportedAt }: { readonly source: string; readonly exportedAt: string },
  services: Iterable<Entry>,
): Generator<string> {
  const head = { version: '1.0', source, exportedAt } as const;
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
