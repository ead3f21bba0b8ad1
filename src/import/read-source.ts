import { agentPages, searchPages } from './read-agents.ts';
import { bazaarPages } from './read-bazaar.ts';
import { listIn, listPages, operationsIn } from './read-list.ts';
import type { SourceClient } from './source-client.ts';
import type { Place, ReadPage, Source, SourceKind } from './source.ts';

/** Entries to a page. Sources of the Bazaar round other numbers to tens; endpoints that a list points to are asked one by one. */
const limits = {
  bazaar: 100,
  agents: 100,
  'agent-search': 100,
  manifest: 10,
  list: 100,
  'well-known': 10,
  openapi: 10,
} as const satisfies Record<SourceKind, number>;

export function firstPlace({ kind }: Source): Place {
  return { offset: 0, limit: limits[kind], total: null, token: null, barren: 0 };
}

export function pagesOf({ kind, url }: Source, client: SourceClient): ReadPage {
  const address = new URL(url);

  switch (kind) {
    case 'bazaar':
      return bazaarPages(address, client);
    case 'agents':
      return agentPages(address, client);
    case 'agent-search':
      return searchPages(address, client);
    case 'manifest':
    case 'list':
    case 'well-known':
      return listPages(address, client, listIn);
    case 'openapi':
      return listPages(address, client, operationsIn);
  }
}
