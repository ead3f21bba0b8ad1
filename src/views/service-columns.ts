import type { Service } from './service.ts';

/**
 * The fields of a service in columns, for formats that cannot nest. Names are those of the API in snake case, after that of the object that
 * holds them.
 */
export const serviceColumns = [
  'id',
  'name',
  'description',
  'endpoint',
  'category',
  'pricing_currency',
  'pricing_price_per_request',
  'pricing_free_quota',
  'x402_config_payment_address',
  'x402_config_network',
  'trust_score',
  'status',
  'supported_chains',
  'created_at',
  'updated_at',
] as const;

/** What stands in each column. The free quota is null where none is declared. */
export type ServiceRow = Readonly<
  Record<(typeof serviceColumns)[number], string | number | readonly string[] | null>
>;

/** The cells of a service, in the order of the columns. */
export function serviceCells(service: Service): ServiceRow[keyof ServiceRow][] {
  const row = serviceRow(service);

  return serviceColumns.map((column) => row[column]);
}

export function serviceRow(service: Service): ServiceRow {
  const { pricing, x402Config } = service;

  return {
    id: service.id,
    name: service.name,
    description: service.description,
    endpoint: service.endpoint,
    category: service.category,
    pricing_currency: pricing.currency,
    pricing_price_per_request: pricing.pricePerRequest,
    pricing_free_quota: pricing.freeQuota ?? null,
    x402_config_payment_address: x402Config.paymentAddress,
    x402_config_network: x402Config.network,
    trust_score: service.trustScore,
    status: service.status,
    supported_chains: service.supportedChains,
    created_at: service.createdAt,
    updated_at: service.updatedAt,
  };
}
