/** A name on a site as a `tag:` URI (RFC 4151), which names it for ever, also where the site is served from elsewhere. */
export function tagUri(name: string, site: string): string {
  return `tag:${authorityOf(new URL(site))},2026:${name}`;
}

/** The syntax of a tag's authority: RFC 4151, section 2.1. */
const dnsName = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;

/** The host of the site; an IPv6 address cannot be one. */
function authorityOf({ hostname }: URL): string {
  return dnsName.test(hostname) ? hostname : 'localhost';
}
