import { supportedChains } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { Hash } from './hash.ts';

const hash = new Hash();

/** A number for everything of an entry that the index holds, the name of its category aside. Entries of one digest are indexed alike. */
export function digestOf({ declared, observed }: Entry): number {
  const { id, name, description, endpoint, category, pricing, createdAt } = declared;

  for (const text of [id, name, description, endpoint, category, pricing.currency, pricing.pricePerRequest]) {
    hash.addText(text);
  }
  for (const text of [String(pricing.freeQuota), createdAt, observed.status, String(observed.trustScore)]) {
    hash.addText(text);
  }
  for (const chain of supportedChains(declared, observed)) hash.addText(chain);
  return hash.end();
}
