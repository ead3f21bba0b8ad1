import type { DeclaredService } from './service.ts';
import { tagOf } from './service-id.ts';

export const servicesFolder = 'services';

/** The path of a service's file in the catalog folder: `services/<first 2 characters of its tag>/<id>.json`. */
export function serviceFilePath(id: string): string {
  return `${servicesFolder}/${tagOf(id).slice(0, 2)}/${id}.json`;
}

/** The canonical text of a service file: fixed key order, two spaces, LF, final newline. */
export function printServiceFile(service: DeclaredService): string {
  const { id, name, description, endpoint, category, pricing, x402Config, probing, createdAt, updatedAt } =
    service;
  const { currency, pricePerRequest, freeQuota } = pricing;
  const { paymentAddress, network } = x402Config;

  const canonical = {
    id,
    name,
    description,
    endpoint,
    category,
    pricing: { currency, pricePerRequest, ...(freeQuota === undefined ? {} : { freeQuota }) },
    x402Config: { paymentAddress, network },
    ...(probing === undefined ? {} : { probing }),
    createdAt,
    updatedAt,
  };
  return `${JSON.stringify(canonical, null, 2)}\n`;
}
