import ipaddr from 'ipaddr.js';

/** In a public range, but within Azure this is the platform's metadata service. */
const platformServices = new Set(['168.63.129.16']);

/**
 * Whether an IP address belongs to the public Internet. An IPv4-mapped IPv6 address is judged by its IPv4 address; all other forms
 * that embed one (NAT64, 6to4, Teredo, IPv4-compatible) are refused. Of IPv6, only 2000::/3 is public: RFC 4291, section 2.4.
 * Addresses with a zone are refused because a zone names an interface of this machine, and so is anything that is not an address.
 */
export function isPublicAddress(literal: string): boolean {
  if (literal.includes('%') || !ipaddr.isValid(literal)) return false;

  const address = ipaddr.process(literal);
  const isGlobal = address.kind() === 'ipv4' || ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isGlobal && address.range() === 'unicast' && !platformServices.has(address.toString());
}
