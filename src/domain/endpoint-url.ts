import { isPublicAddress } from './public-address.ts';

/** Which endpoints may be listed. `allowInsecure` lets `http` and private hosts through: for tests and local use only. */
export interface EndpointPolicy {
  readonly allowInsecure: boolean;
}

export type EndpointFault =
  | 'endpoint_not_url'
  | 'endpoint_too_long'
  | 'endpoint_not_https'
  | 'endpoint_has_credentials'
  | 'endpoint_has_query'
  | 'endpoint_has_fragment'
  | 'endpoint_not_public';

export const maxEndpointLength = 2048;

/** Characters that no URL or IRI may hold as they are (RFC 3986, section 2); the WHATWG parser would let most through. */
const notInUrl = /[\s\p{Cc}\p{Cf}\p{Cs}\\"<>^`{|}]/u;

/** An IP address as the WHATWG parser writes it, whatever notation it was given in. */
const ipLiteral = /^\[?([\d.]+|(?<=\[)[\da-f:.]+)\]?$/;

const label = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/;

/** Names that never lead to a public host: RFC 6761, RFC 6762, RFC 7686, RFC 8375 and ICANN's `.internal`. */
const privateSuffixes = ['localhost', 'local', 'internal', 'invalid', 'onion', 'home.arpa'];

/** The canonical form of an endpoint (lower-case host, no default port, no trailing slash, only the escapes that are needed, in capitals), or everything that is wrong with it. */
export function parseEndpoint(
  text: string,
  policy: EndpointPolicy,
): { readonly endpoint: string } | { readonly faults: readonly EndpointFault[] } {
  if (text.length > maxEndpointLength) return { faults: ['endpoint_too_long'] };

  const url = parseUrl(text);
  if (!url) return { faults: ['endpoint_not_url'] };

  const faults = faultsOf(url, text, policy);
  const endpoint = canonical(url);
  if (faults.length > 0) return { faults };
  return endpoint.length > maxEndpointLength ? { faults: ['endpoint_too_long'] } : { endpoint };
}

/** Whether a name may be that of a public host. Only the resolved address says the truth; this refuses what can be told from the name. */
export function isPublicHost(host: string): boolean {
  const literal = ipLiteral.exec(host)?.[1];
  if (literal !== undefined) return isPublicAddress(literal);

  const labels = host.split('.');
  const isName =
    host.length <= 253 && labels.length > 1 && labels.every((part) => part.length <= 63 && label.test(part));
  return isName && !privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

function parseUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/]/i.test(text) || notInUrl.test(text)) return undefined;
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;

  return URL.parse(text) ?? undefined;
}

function faultsOf(url: URL, text: string, { allowInsecure }: EndpointPolicy): EndpointFault[] {
  const faults: [EndpointFault, boolean][] = [
    ['endpoint_not_https', url.protocol !== 'https:' && !allowInsecure],
    ['endpoint_has_credentials', /^[^/]*\/\/[^/?#]*@/.test(text)],
    ['endpoint_has_query', text.includes('?')],
    ['endpoint_has_fragment', text.includes('#')],
    ['endpoint_not_public', url.port === '0' || (!isPublicHost(url.hostname) && !allowInsecure)],
  ];

  return faults.filter(([, found]) => found).map(([fault]) => fault);
}

/** Spellings that RFC 3986, section 6.2.2, calls equal get one form; so do an IPv4 address and the IPv6 form that is mapped to it. */
function canonical(url: URL): string {
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = url.pathname.replace(/\/+$/, '').replace(/%[0-9a-f]{2}/gi, canonicalEscape);

  return `${url.protocol}//${canonicalHost(url.hostname)}${port}${path}`;
}

function canonicalEscape(escape: string): string {
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16));

  return /[\w.~-]/.test(char) ? char : escape.toUpperCase();
}

/** Without the dot that ends an absolute name; only `allowInsecure` lets such a name come this far. */
function canonicalHost(host: string): string {
  const [, high = '', low = ''] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(host) ?? [];
  if (low === '') return host.replace(/(?<=[^.])\.+$/, '');

  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
