import { isIP } from 'node:net';
import { lookup, Resolver } from 'node:dns/promises';
import { isPublicHost } from '../../domain/endpoint-url.ts';
import { isPublicAddress } from '../../domain/public-address.ts';
import { hostOf } from './connect.ts';
import { noRouteTo } from './failure-of.ts';
import { errorCode } from '../../domain/error-code.ts';
import type { Failed } from './probe-outcome.ts';

/** Finds the IP addresses of a host name. Rejects with an error that carries a code of `node:dns`. */
type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

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
const bySystem: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true });

  return found.map(({ address }) => address);
};

export interface Reach {
  readonly resolve: ResolveHost;
  readonly mayAsk: (name: string) => boolean;
  readonly mayConnect: (address: string) => boolean;
}

export const publicReach: Reach = {
  resolve: byNameServers(),
  mayAsk: isPublicHost,
  mayConnect: isPublicAddress,
};

/** Allows every host: for tests and local use only. */
export const anyReach: Reach = {
  resolve: bySystem,
  mayAsk: () => true,
  mayConnect: () => true,
};

/**
 * The addresses to which a connection for this URL may be made. The name is resolved once, here; callers must connect to one of
 * these addresses, because a second lookup could return others (DNS rebinding). A name that has even one forbidden address is
 * refused altogether: its owner could not control which of the addresses gets the request.
 */
export async function checkedAddresses(
  url: URL,
  reach: Reach,
  signal: AbortSignal,
): Promise<readonly string[] | Failed> {
  const host = hostOf(url);
  if (signal.aborted) return { failure: 'timed_out', detail: `no time was left to ask ${host}` };
  if (isIP(host) === 0 && !reach.mayAsk(host)) {
    return { failure: 'address_refused', detail: `${host} is not the name of a public host` };
  }

  const addresses = isIP(host) === 0 ? await resolveWithin(host, reach, signal) : [host];
  if ('failure' in addresses) return addresses;

  const refused = addresses.find((address) => !reach.mayConnect(address));
  if (refused === undefined) return addresses;
  const detail =
    refused === host
      ? `${host} is not a public address`
      : `${host} resolves to ${refused}, which is not a public address`;
  return { failure: 'address_refused', detail };
}

async function resolveWithin(
  host: string,
  { resolve }: Reach,
  signal: AbortSignal,
): Promise<readonly string[] | Failed> {
  try {
    const addresses = await Promise.race([resolve(host, signal), rejectionOf(signal)]);
    return addresses.length > 0 ? addresses : noAddress(host);
  } catch (error) {
    if (signal.aborted) return { failure: 'timed_out', detail: `the name ${host} was not resolved in time` };

    return lookupFailure(host, errorCode(error));
  }
}

function lookupFailure(host: string, code: string | undefined): Failed {
  // Our own name server is down, which says nothing about the name.
  if (code === 'ECONNREFUSED') throw noRouteTo(host, code);
  if (code === 'ENOTFOUND' || code === 'ENODATA') return noAddress(host);
  if (code === 'ETIMEOUT' || code === 'EAI_AGAIN') {
    return { failure: 'name_unknown', detail: `no name server answered for ${host}` };
  }
  return {
    failure: 'name_unknown',
    detail: `the name ${host} could not be resolved (${code ?? 'unknown error'})`,
  };
}

function noAddress(host: string): Failed {
  return { failure: 'name_unknown', detail: `the name ${host} has no address` };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}
