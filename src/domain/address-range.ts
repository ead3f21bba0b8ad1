import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IP addresses that share their first bits: a CIDR block, or a single address. */
export interface AddressRange {
  readonly network: Address;
  readonly bits: number;
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined for anything else, such as a host name or an octal number. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [, literal = '', bits] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const network = readAddress(literal);
  if (!network) return undefined;

  const length = network.kind() === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? length : Number(bits);
  return prefix <= length ? { network, bits: prefix } : undefined;
}

/**
 * Reads an IP address without a zone; undefined for anything else. An IPv4-mapped IPv6 address is its IPv4 address, since the system
 * reports IPv4 clients in this form where it listens on IPv6.
 */
export function readAddress(literal: string): Address | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(literal) || ipaddr.IPv6.isValid(literal);
  if (!isAddress || literal.includes('%')) return undefined;

  return ipaddr.process(literal);
}

export function isInRange(address: Address, { network, bits }: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
