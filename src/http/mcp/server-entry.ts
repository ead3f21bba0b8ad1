/** The schema of the public registry of MCP servers that the entry follows. */
const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/**
 * What the public registry of MCP servers lists of a catalog: the content of `server.json` for its publisher. The registry asks who publishes it to
 * prove the domain, whose name comes backwards in that of the server.
 */
export function serverEntry({ siteUrl, version }: { readonly siteUrl: string; readonly version: string }) {
  const { hostname } = new URL(siteUrl);

  return {
    $schema: schema,
    name: `${hostname.split('.').reverse().join('.')}/tollbook`,
    title: 'Tollbook',
    description: 'Find APIs that charge per request through x402, and learn before paying whether to pay.',
    version,
    websiteUrl: siteUrl,
    remotes: [{ type: 'streamable-http', url: `${siteUrl}/mcp` }],
  };
}
