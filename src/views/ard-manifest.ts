import { z } from 'zod';
import { trustManifest, TrustManifest } from './ard-entry.ts';
import { publisherOf } from './ard-identifier.ts';

/** An entry that points to something of the site itself. */
const OwnEntry = z.strictObject({
  identifier: z.string(),
  displayName: z.string(),
  type: z.string(),
  url: z.url(),
  description: z.string(),
  tags: z.array(z.string()),
  representativeQueries: z.array(z.string()),
  trustManifest: TrustManifest.optional(),
});
type OwnEntry = z.infer<typeof OwnEntry>;

/** What a site publishes for registries of agents: `/.well-known/ard.json`. */
export const ArdManifest = z.strictObject({
  specVersion: z.literal('1.0'),
  host: z.strictObject({
    displayName: z.string(),
    documentationUrl: z.url(),
    logoUrl: z.url(),
    trustManifest: TrustManifest.optional(),
  }),
  entries: z.array(OwnEntry),
});
export type ArdManifest = z.infer<typeof ArdManifest>;

/** The media type of a registry. */
export const registryType = 'application/ai-registry+json';

/** Both addresses of the manifest: the present one, and that of the draft before v0.91, which some clients read alone. */
export const manifestPaths = ['/.well-known/ard.json', '/.well-known/ai-catalog.json'] as const;

interface Site {
  readonly siteUrl: string;
  readonly catalogName: string;
}

/**
 * The manifest of a site: the registry and the tools of a server, and the whole catalog as a document where there is none. A client that searches a
 * manifest by itself would find that document for any words, so it is not beside a registry.
 */
export function ardManifest(site: Site, by: 'server' | 'files'): ArdManifest {
  const { siteUrl, catalogName } = site;
  const publisher = publisherOf(siteUrl);
  const trust = trustManifest({ siteUrl, publisher });
  const vouched = trust ? { trustManifest: trust } : {};
  const about = (kind: string): string => `urn:air:${publisher.domain}:${kind}`;

  return {
    specVersion: '1.0',
    host: {
      displayName: catalogName,
      documentationUrl: `${siteUrl}/docs/agents/`,
      logoUrl: `${siteUrl}/icon-512.png`,
      ...vouched,
    },
    entries:
      by === 'server'
        ? [
            { identifier: about('registry:main'), ...registry(site), ...vouched },
            { identifier: about('mcp:main'), ...tools(site), ...vouched },
          ]
        : [{ identifier: about('dataset:services'), ...dataset(site), ...vouched }],
  };
}

type Described = Omit<OwnEntry, 'identifier' | 'trustManifest'>;

function registry({ siteUrl, catalogName }: Site): Described {
  return {
    displayName: `${catalogName}: APIs that charge per request`,
    type: registryType,
    url: `${siteUrl}/ard`,
    description:
      'Finds APIs that charge per request through x402 by a sentence, with the price, network and wallet that checks observed.',
    tags: ['x402', 'payments', 'api', 'registry'],
    representativeQueries: [
      'weather forecast for a city under $0.01 per request',
      'cheapest OCR that takes USDC on Base',
      'verified token price API without a subscription',
    ],
  };
}

function tools({ siteUrl, catalogName }: Site): Described {
  return {
    displayName: `${catalogName}: tools for agents`,
    type: 'application/mcp-server-card+json',
    url: `${siteUrl}/mcp/server-card`,
    description:
      'An MCP server whose tools find APIs that charge per request, and say before paying whether to pay. They only read.',
    tags: ['x402', 'payments', 'api', 'mcp'],
    representativeQueries: [
      'find a paid API for a task and check it before paying',
      'compare pay-per-request APIs by live price and uptime',
    ],
  };
}

function dataset({ siteUrl, catalogName }: Site): Described {
  return {
    displayName: `${catalogName}: the whole catalog`,
    type: 'application/json',
    url: `${siteUrl}/api/export.json`,
    description: 'Every API of the catalog in one document: what owners declare, and what checks observed.',
    tags: ['x402', 'payments', 'api', 'dataset'],
    representativeQueries: [
      'list every API that can be paid through x402',
      'download a catalog of pay-per-request APIs',
    ],
  };
}
