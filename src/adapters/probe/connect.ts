import {
  connect as connectTcp,
  isIP,
  isIPv6,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';

/** Where to connect: to one of these addresses and to no other, whatever the name in the URL resolves to by now. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly secureContext: SecureContext;
}

/** A host with several addresses has this long at each before the next is tried. */
const msPerAddress = 2_000;

/** The host of a URL as Node wants it: without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Begins a connection of its own: one from a pool would outlive the check of its address. */
export function connectTo({ url, addresses, secureContext }: Destination): Socket {
  const isSecure = url.protocol === 'https:';
  const host = hostOf(url);
  const where: TcpNetConnectOpts = {
    host,
    port: Number(url.port || (isSecure ? 443 : 80)),
    lookup: lookupAmong(addresses),
    autoSelectFamilyAttemptTimeout: msPerAddress,
  };
  if (!isSecure) return connectTcp(where);

  // An address is no server name (RFC 6066, section 3); its certificate is checked by `host` then.
  const servername = isIP(host) === 0 ? host : '';
  return connectTls({ ...where, servername, secureContext, ALPNProtocols: ['http/1.1'] });
}

/** Answers the look-up of a connection with the addresses that were checked. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));

  return (_host, { all }, callback) => {
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}
