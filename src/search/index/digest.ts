import { supportedChains } from '../../domain/service.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { hashTexts } from './hash.ts';

/** A number for everything of an entry that the index holds, the name of its category aside. Two entries of one digest are indexed alike. */
export function digestOf({ declared, observed }: Entry): number {
  const { id, name, description, endpoint, category, pricing, createdAt } = declared;

  return hashTexts([
    id,
    name,
    description,
    endpoint,
    category,
    pricing.currency,
    pricing.pricePerRequest,
    String(pricing.freeQuota),
    createdAt,
    observed.status,
    String(observed.trustScore),
    ...supportedChains(declared, observed),
  ]);
}
