import { ServiceId } from '../domain/service-id.ts';

/** Labels of letters, digits and hyphens, separated by dots. Two labels at least: a single one is no name on the public Internet. */
const domainName = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Appendix C of the draft, with `urn:ai:`, which was the namespace before July 2026. */
const identifier = /^urn:air?:([a-zA-Z\d.-]+(?::[\w.-]+)+)$/;

const longestIdentifier = 512;

/** Who publishes the entries of a catalog. */
export interface Publisher {
  /** The domain in every identifier. */
  readonly domain: string;
  /** Whether the domain is that of the site, so that others can verify who publishes. */
  readonly isVerifiable: boolean;
}

/**
 * The publisher at the public address of a site: its host. A host that is no domain name with a dot, such as `localhost` or an IP
 * address, becomes a name below `invalid`, which nobody can own (RFC 2606). Registries would refuse identifiers without such a name.
 */
export function publisherOf(siteUrl: string): Publisher {
  const host = new URL(siteUrl).hostname.replace(/\.$/, '');
  if (domainName.test(host)) return { domain: host, isVerifiable: true };

  const label = host.replace(/[^a-z\d]+/g, '-').replace(/^-|-$/g, '');
  return { domain: `${label === '' ? 'site' : label}.invalid`, isVerifiable: false };
}

/** The identifier of a service in the catalog of a publisher. */
export function serviceIdentifier({ domain }: Publisher, id: string): string {
  return `${prefixOf(domain)}${id}`;
}

/** An identifier in its present form. Undefined for a text that is none. */
export function readIdentifier(text: string): string | undefined {
  if (text.length > longestIdentifier) return undefined;

  const [, rest] = identifier.exec(text) ?? [];
  return rest === undefined ? undefined : `urn:air:${rest}`;
}

/** The id of the service that an identifier names; undefined where it names something else. Letter case counts. */
export function serviceIdIn(text: string, { domain }: Publisher): string | undefined {
  const prefix = prefixOf(domain);
  const id = text.startsWith(prefix) ? text.slice(prefix.length) : '';

  return ServiceId.safeParse(id).success ? id : undefined;
}

function prefixOf(domain: string): string {
  return `urn:air:${domain}:service:`;
}
