/** The names of the headers by which proxies say for whom they ask. */
export interface ForwardedHeaders {
  readonly 'x-forwarded-for'?: string | undefined;
  readonly forwarded?: string | undefined;
}

/**
 * Who proxies say that a request comes from, from the nearest to the farthest: IP addresses, or undefined for what is none. Each proxy adds
 * its entry on the right, so only the entries on the right of a client's own lie are true.
 */
export type Hops = readonly (string | undefined)[];

/** The hops of each of the two headers that is there. */
export function hopsOf(headers: ForwardedHeaders): Hops[] {
  const { 'x-forwarded-for': list, forwarded } = headers;

  return [
    ...(list === undefined ? [] : [list.split(',').map(addressIn).reverse()]),
    ...(forwarded === undefined ? [] : [elementsOf(forwarded).map(forOf).reverse()]),
  ];
}

/** The elements of `Forwarded`, divided at commas outside quotes: RFC 7239, section 4. A quote that never ends hides what follows it. */
function elementsOf(header: string): string[] {
  return header.match(/(?:"(?:[^"\\]|\\.)*"?|[^",])+/gs) ?? [];
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;
const quoted = /^"((?:[^"\\]|\\.)*)"$/s;

/** The address in an element; undefined when any part of it is malformed, or it hides the address (`unknown`, `_name`). */
function forOf(element: string): string | undefined {
  const pairs = element.match(/(?:"(?:[^"\\]|\\.)*"?|[^";])+/gs) ?? [];
  const addresses: (string | undefined)[] = [];

  for (const pair of pairs) {
    const [name, value] = divided(pair.trim());
    const text = token.test(value) ? value : quoted.exec(value)?.[1]?.replaceAll(/\\(.)/gs, '$1');
    if (!token.test(name) || text === undefined) return undefined;
    if (name.toLowerCase() === 'for') addresses.push(addressIn(text));
  }
  return addresses.length === 1 ? addresses[0] : undefined;
}

function divided(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');

  return at === -1 ? ['', pair] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** An address, without the port that some proxies add. IPv6 stands in brackets where a port may follow. */
function addressIn(text: string): string | undefined {
  const [, bracketed, four, bare] =
    /^\s*(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?|([\da-f:.]+))\s*$/i.exec(text) ?? [];

  return bracketed ?? four ?? bare;
}
