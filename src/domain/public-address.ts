import ipaddr from 'ipaddr.js';

/** Public by its range, but inside Azure it is the platform's own service, which hands out a machine's settings. */
const platformServices = new Set(['168.63.129.16']);

/**
 * Whether an IP address is one of the public Internet. An IPv4 address inside an IPv6 one is judged itself where the form
 * is IPv4-mapped; every other form that carries one (NAT64, 6to4, Teredo, IPv4-compatible) is refused whole. Of IPv6
 * only 2000::/3 is given out to the public: RFC 4291, section 2.4. What is no address is not public,
 * nor is one with a zone, which names an interface of this machine.
 */
export function isPublicAddress(literal: string): boolean {
  if (literal.includes('%') || !ipaddr.isValid(literal)) return false;

  const address = ipaddr.process(literal);
  const isGlobal = address.kind() === 'ipv4' || ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isGlobal && address.range() === 'unicast' && !platformServices.has(address.toString());
}
