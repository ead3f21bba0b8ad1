import { Hash } from './hash.ts';
import type { DeclaredService } from './service.ts';

const hash = new Hash();

/**
 * A digest of everything declared that a search index holds, except the name of the category: services with the same digest are
 * indexed alike. Loading an index digests every service, and hashing one text is faster than ten. Line breaks separate the
 * fields, since no field can hold one.
 */
export function digestOf(declared: DeclaredService): number {
  const { id, name, description, endpoint, category, createdAt, x402Config, pricing, price, probing } =
    declared;
  const { currency, pricePerRequest, freeQuota } = pricing;

  hash.addText(
    `${id}\n${name}\n${description}\n${endpoint}\n${category}\n${createdAt}\n${x402Config.network}\n${currency}\n${pricePerRequest}\n${String(freeQuota)}\n${String(probing)}`,
  );
  if (price !== undefined) hash.addText(JSON.stringify(price));
  return hash.end();
}
