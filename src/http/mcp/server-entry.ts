interface Site {
  /** The public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Of this Tollbook. */
  readonly version: string;
}

const schemas = 'https://static.modelcontextprotocol.io/schemas';

/**
 * What the public registry of MCP servers lists of a catalog: the content of `server.json` for its publisher. The registry asks who publishes it
 * to prove the domain, whose name comes backwards in that of the server.
 */
export function serverEntry(site: Site) {
  return { $schema: `${schemas}/2025-12-11/server.schema.json`, ...describedServer(site) };
}

/** The media type of a server card. */
export const cardType = 'application/mcp-server-card+json';

/** The server card of SEP-2127, which clients read before they connect. */
export function serverCard(site: Site) {
  return { $schema: `${schemas}/v1/server-card.schema.json`, ...describedServer(site) };
}

function describedServer({ siteUrl, version }: Site) {
  const { hostname } = new URL(siteUrl);

  return {
    name: `${hostname.split('.').reverse().join('.')}/tollbook`,
    title: 'Tollbook',
    description: 'Find APIs that charge per request through x402, and learn before paying whether to pay.',
    version,
    websiteUrl: siteUrl,
    remotes: [{ type: 'streamable-http', url: `${siteUrl}/mcp` }],
  };
}
