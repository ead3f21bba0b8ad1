/*
 * The rules for endpoints without the ranges of IP addresses, which are large: callers pass `isPublicAddress`, or
 * `endpoint-url.ts` does.
 */

/** Which endpoints may be listed. `allowInsecure` permits `http` and private hosts: for tests and local use only. */
export interface EndpointPolicy {
  readonly allowInsecure: boolean;
}

/** Whether an IP address belongs to the public Internet. */
export type AddressJudge = (literal: string) => boolean;

export type EndpointFault =
  | 'endpoint_not_url'
  | 'endpoint_too_long'
  | 'endpoint_not_https'
  | 'endpoint_has_credentials'
  | 'endpoint_has_query'
  | 'endpoint_has_fragment'
  | 'endpoint_not_public';

export const maxEndpointLength = 2048;

/** Characters that must not occur unescaped in a URL or IRI (RFC 3986, section 2). The WHATWG parser accepts most of them. */
export const notInUrl = /[\s\p{Cc}\p{Cf}\p{Cs}\\"<>^`{|}]/u;

/** An IP address as the WHATWG parser serializes it, whatever notation the input used. */
const ipLiteral = /^\[?([\d.]+|(?<=\[)[\da-f:.]+)\]?$/;

const label = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/;

/** Suffixes reserved for names that are never public: RFC 6761, RFC 6762, RFC 7686, RFC 8375 and ICANN's `.internal`. */
const privateSuffixes = ['localhost', 'local', 'internal', 'invalid', 'onion', 'home.arpa'];

/**
 * Brings an endpoint into canonical form (lower-case host, no default port, no trailing slash, only necessary escapes, in capitals),
 * or returns everything that is wrong with it.
 */
export function readEndpoint(
  text: string,
  policy: EndpointPolicy,
  isPublicAddress: AddressJudge,
): { readonly endpoint: string } | { readonly faults: readonly EndpointFault[] } {
  if (text.length > maxEndpointLength) return { faults: ['endpoint_too_long'] };

  const url = parseUrl(text);
  if (!url) return { faults: ['endpoint_not_url'] };

  const faults = faultsOf(url, text, policy, isPublicAddress);
  const endpoint = canonical(url);
  if (faults.length > 0) return { faults };
  return endpoint.length > maxEndpointLength ? { faults: ['endpoint_too_long'] } : { endpoint };
}

/** The endpoint that a request goes to, without its query; undefined for what leads to none. */
export function endpointOf(url: string): string | undefined {
  const { origin = '', pathname = '' } = URL.parse(url) ?? {};
  const reading = readEndpoint(origin + pathname, { allowInsecure: true }, () => true);

  return 'endpoint' in reading ? reading.endpoint : undefined;
}

/** The host of a canonical endpoint, without the port. Reads the text, because parsing the URLs of a large catalog takes too long. */
export function hostOf(endpoint: string): string {
  return /^https?:\/\/(\[[^\]]*\]|[^/:]*)/.exec(endpoint)?.[1] ?? '';
}

/** The characters of a host, in any script. A text with a port, a path or escapes is no host. */
const hostText = /^[\p{L}\p{M}\p{N}._-]{1,253}$/u;

/** A host in its canonical spelling, from any letter case and script; undefined for anything that is no host name or IPv4 address. */
export function parseHost(text: string): string | undefined {
  const host = hostText.test(text) ? URL.parse(`https://${text}`)?.hostname.replace(/\.+$/, '') : undefined;

  return host === '' ? undefined : host;
}

/** Whether a host may be public, as far as its name can tell. Only the resolved address is conclusive. */
export function mayBePublic(host: string, isPublicAddress: AddressJudge): boolean {
  const literal = literalIn(host);
  if (literal !== undefined) return isPublicAddress(literal);

  const labels = host.split('.');
  const isName =
    host.length <= 253 && labels.length > 1 && labels.every((part) => part.length <= 63 && label.test(part));
  return isName && !privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

/** The IP address in an endpoint that can be parsed; undefined for one with a name. */
export function addressIn(endpoint: string): string | undefined {
  return literalIn(parseUrl(endpoint)?.hostname ?? '');
}

function literalIn(host: string): string | undefined {
  return ipLiteral.exec(host)?.[1];
}

function parseUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/]/i.test(text) || notInUrl.test(text)) return undefined;
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;

  return URL.parse(text) ?? undefined;
}

function faultsOf(
  url: URL,
  text: string,
  { allowInsecure }: EndpointPolicy,
  isPublicAddress: AddressJudge,
): EndpointFault[] {
  const faults: [EndpointFault, boolean][] = [
    ['endpoint_not_https', url.protocol !== 'https:' && !allowInsecure],
    ['endpoint_has_credentials', /^[^/]*\/\/[^/?#]*@/.test(text)],
    ['endpoint_has_query', text.includes('?')],
    ['endpoint_has_fragment', text.includes('#')],
    [
      'endpoint_not_public',
      url.port === '0' || (!mayBePublic(url.hostname, isPublicAddress) && !allowInsecure),
    ],
  ];

  return faults.filter(([, found]) => found).map(([fault]) => fault);
}

/** Gives one form to spellings that are equal by RFC 3986, section 6.2.2, and to IPv4-mapped IPv6 addresses. */
function canonical(url: URL): string {
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = url.pathname.replace(/\/+$/, '').replace(/%[0-9a-f]{2}/gi, canonicalEscape);

  return `${url.protocol}//${canonicalHost(url.hostname)}${port}${path}`;
}

function canonicalEscape(escape: string): string {
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16));

  return /[\w.~-]/.test(char) ? char : escape.toUpperCase();
}

/** Drops the trailing dot of an absolute name, which only gets this far under `allowInsecure`. */
function canonicalHost(host: string): string {
  const [, high = '', low = ''] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(host) ?? [];
  if (low === '') return host.replace(/(?<=[^.])\.+$/, '');

  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
