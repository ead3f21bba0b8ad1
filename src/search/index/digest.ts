import type { Entry } from '../../domain/snapshot.ts';
import { Hash } from './hash.ts';

const hash = new Hash();

/**
 * A number for everything of an entry that the index holds, the name of its category aside. Entries of one digest are
 * indexed alike. Made for every entry when an index is loaded, so it makes no objects on its way.
 */
export function digestOf({ declared, observed }: Entry): number {
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
  hash.addText(observed.status);
  hash.addText(String(observed.trustScore));
  for (const chain of observed.chains) hash.addText(chain);
  return hash.end();
}
