import { lookup, Resolver } from 'node:dns/promises';

/** The IP addresses of a host name. Rejects with an error that carries a code of `node:dns`. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const msPerTry = 2_000;
const tries = 2;

/**
 * Asks the name servers themselves; those of the system when none are given. `dns.lookup` would use a thread of the pool for every
 * name, two at a time by default: a few slow name servers could hold up a whole pass. A resolver of its own for each name
 * can be cancelled and keeps no cache.
 */
export function byNameServers(servers?: readonly string[]): ResolveHost {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: msPerTry, tries });
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel);

    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
      if (addresses.length === 0 && four.status === 'rejected') throw four.reason;

      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Asks the system, which also knows `/etc/hosts`: for local use. */
export const bySystem: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true });

  return found.map(({ address }) => address);
};
