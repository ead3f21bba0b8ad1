import { lookup, Resolver } from 'node:dns/promises';

/** Finds the IP addresses of a host name. Rejects with an error that carries a code of `node:dns`. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const msPerTry = 2_000;
const tries = 2;

/**
 * Queries name servers directly; without `servers`, the ones the system is configured with. `dns.lookup` would occupy a thread of
 * Node's small pool for each name, so a few slow name servers could hold up a whole pass. Each name gets a resolver of its own,
 * because cancelling a resolver cancels all its queries.
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

/** Asks the operating system, which also reads `/etc/hosts`: for local use. */
export const bySystem: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true });

  return found.map(({ address }) => address);
};
