import { z } from 'zod/mini';

/**
 * What a key may do. `write`: what owners do with their listings, webhooks and keys. `operate`: read what is for the operator alone. Neither includes
 * the other, so that a leaked key of a monitoring system cannot change a listing.
 */
export const scopes = ['write', 'operate'] as const;

export const Scope = z.enum(scopes).check(
  z.meta({
    description: '`write`: change listings, webhooks and keys. `operate`: read what is for the operator.',
  }),
);
export type Scope = z.infer<typeof Scope>;
