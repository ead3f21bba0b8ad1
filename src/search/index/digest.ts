import type { DeclaredService } from '../../domain/service.ts';
import { Hash } from './hash.ts';

const hash = new Hash();

/**
 * A number for everything declared that the index holds, the name of the category aside. Services of one digest are
 * indexed alike. Made for every service when an index is loaded, so it makes no objects on its way.
 */
export function digestOf(declared: DeclaredService): number {
  const { pricing } = declared;

  hash.addText(declared.id);
  hash.addText(declared.name);
  hash.addText(declared.description);
  hash.addText(declared.endpoint);
  hash.addText(declared.category);
  hash.addText(declared.createdAt);
  hash.addText(declared.x402Config.network);
  hash.addText(pricing.currency);
  hash.addText(pricing.pricePerRequest);
  hash.addText(String(pricing.freeQuota));
  return hash.end();
}
