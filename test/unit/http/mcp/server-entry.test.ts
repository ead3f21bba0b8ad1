import { describe, expect, it } from 'vitest';
import { serverCard, serverEntry } from '../../../../src/http/mcp/server-entry.ts';

describe('the entry for the registry of MCP servers', () => {
  const entry = serverEntry({ siteUrl: 'https://tollbook.example.com', version: '1.2.3' });

  it('has a name below the domain of the catalog', () => {
    expect(entry.name).toBe('com.example.tollbook/tollbook');
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  });

  it('says where the server is, in as many characters as the registry allows', () => {
    expect(entry.remotes).toEqual([{ type: 'streamable-http', url: 'https://tollbook.example.com/mcp' }]);
    expect(entry.description.length).toBeLessThanOrEqual(100);
  });

  it('says of the server what its card says', () => {
    const { $schema: _, ...card } = serverCard({ siteUrl: 'https://tollbook.example.com', version: '1.2.3' });

    expect(entry).toMatchObject(card);
  });
});
