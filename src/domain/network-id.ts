import { z } from 'zod/mini';
import { isNetworkId } from './network.ts';

/** The network on which a service is paid: a known short name or a CAIP-2 id. */
export const NetworkId = z.string().check(
  z.refine(isNetworkId, { error: 'network_unknown' }),
  z.meta({
    description: 'Short name (`base`) or CAIP-2 id (`eip155:8453`); answered as written.',
    examples: ['base-sepolia'],
  }),
);
