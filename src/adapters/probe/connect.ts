import {
  connect as connectTcp,
  isIP,
  isIPv6,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';

/** A URL, and the only addresses that a connection for it may use, whatever its name resolves to by now. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly secureContext: SecureContext;
}

/** How long to wait for one address of a host before trying the next. */
const msPerAddress = 2_000;

/** The host of a URL as Node expects it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Opens a new connection. A pooled one would outlive the check of its address. */
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

  // An IP address must not be sent as a server name (RFC 6066, section 3). Node then verifies the certificate against `host`.
  const servername = isIP(host) === 0 ? host : '';
  return connectTls({ ...where, servername, secureContext, ALPNProtocols: ['http/1.1'] });
}

/** Replaces DNS for one connection: every lookup returns the addresses that were checked. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));

  return (_host, { all }, callback) => {
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}
