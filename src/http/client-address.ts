import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Whom a limit counts: the address of the connection; of IPv6 the /64, since one client owns all of it. */
export function clientOf(incoming: Pick<IncomingMessage, 'socket'> | undefined): string {
  const address = incoming?.socket.remoteAddress;
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';

  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : parsed.toString();
}
