import { isIP } from 'node:net';
import { isPublicHost } from '../../domain/endpoint-url.ts';
import { isPublicAddress } from '../../domain/public-address.ts';
import { CannotAsk } from '../../domain/cannot-ask.ts';
import { errorCode } from '../../domain/error-code.ts';
import { hostOf } from './connect.ts';
import type { Failed } from './outcome.ts';
import { noWayOut } from './own-faults.ts';
import { byNameServers, bySystem, type ResolveHost } from './resolve-host.ts';

/** Which hosts may be asked, and how their addresses are found. */
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

/** Lets every host through: for tests and local use only. */
export const anyReach: Reach = {
  resolve: bySystem,
  mayAsk: () => true,
  mayConnect: () => true,
};

/**
 * The addresses to which a connection for this URL may be made. A name is resolved once, here, and whoever connects must use
 * what comes out: a second look-up could say something else. One refused address refuses all, for the owner of a name
 * with a public and a private address could not say which of them is asked.
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

  const addresses = isIP(host) === 0 ? await resolved(host, reach, signal) : [host];
  if ('failure' in addresses) return addresses;

  const refused = addresses.find((address) => !reach.mayConnect(address));
  if (refused === undefined) return addresses;
  const detail =
    refused === host
      ? `${host} is not a public address`
      : `${host} resolves to ${refused}, which is not a public address`;
  return { failure: 'address_refused', detail };
}

async function resolved(
  host: string,
  { resolve }: Reach,
  signal: AbortSignal,
): Promise<readonly string[] | Failed> {
  try {
    const addresses = await Promise.race([resolve(host, signal), rejectionOf(signal)]);
    return addresses.length > 0 ? addresses : noAddress(host);
  } catch (error) {
    if (signal.aborted) return { failure: 'timed_out', detail: `the name ${host} was not resolved in time` };

    return failedLookUp(host, errorCode(error));
  }
}

function failedLookUp(host: string, code: string | undefined): Failed {
  // A name server of ours that does not even listen says nothing about the name.
  if (code === 'ECONNREFUSED') throw new CannotAsk(host, noWayOut(code));
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
