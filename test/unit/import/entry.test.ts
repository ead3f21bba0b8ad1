import { describe, expect, it } from 'vitest';
import { addressIn, isOfMcp } from '../../../src/import/entry.ts';

const document = 'https://shop.example.com/.well-known/x402';

describe('the address of an entry', () => {
  it.each<readonly [why: string, item: unknown, address: object | undefined]>([
    [
      'has the method that is written before it',
      'POST /api/inspect',
      { url: 'https://shop.example.com/api/inspect', methods: ['POST'], isRelative: true },
    ],
    [
      'is whole after a method, too',
      'GET https://api.example.com/check',
      { url: 'https://api.example.com/check', methods: ['GET'], isRelative: false },
    ],
    [
      'is below the host of its list',
      '/api/plain',
      { url: 'https://shop.example.com/api/plain', methods: [] },
    ],
    ['need not begin with a slash', 'api/plain', { url: 'https://shop.example.com/api/plain' }],
    ['may be written with several methods', 'GET|POST /x', { methods: ['GET', 'POST'] }],
    [
      'may be a path with methods beside it',
      { path: '/x', methods: ['get', 'post'] },
      { url: 'https://shop.example.com/x', methods: ['GET', 'POST'] },
    ],
    [
      'is below the base that the entry names',
      { path: '/rain', method: 'post', baseUrl: 'https://api.example.com/v1/' },
      { url: 'https://api.example.com/v1/rain', methods: ['POST'], isRelative: false },
    ],
    [
      'may have its path beside its host',
      { url: 'https://api.example.com', path: '/rain' },
      { url: 'https://api.example.com/rain' },
    ],
    [
      'may have its path and method beside its host',
      { endpoint: 'https://api.example.com/', path: 'POST /rain' },
      { url: 'https://api.example.com/rain', methods: ['POST'] },
    ],
    [
      'may have a path without a slash beside a host without a scheme',
      { endpoint: 'api.example.com', path: 'v1/rain' },
      { url: 'https://api.example.com/v1/rain', isRelative: false },
    ],
    [
      'does not take its name for a path',
      { endpoint: 'https://api.example.com', resource: undefined, route: 'rain for all' },
      { url: 'https://api.example.com' },
    ],
    [
      'may lack the scheme',
      'api.example.com/rain',
      { url: 'https://api.example.com/rain', isRelative: false },
    ],
    ['stands in a resource of version 2', { resource: { url: '/x' } }, { url: 'https://shop.example.com/x' }],
    ['is no sentence', 'rain for every city', undefined],
    ['is no word', 'rain', undefined],
    ['is nothing', { name: 'Rain' }, undefined],
    ['is no number', 7, undefined],
  ])('%s', (_why, item, address) => {
    const read = addressIn(item, document);

    if (address) expect(read).toMatchObject(address);
    else expect(read).toBeUndefined();
  });
});

describe('an entry of an MCP server', () => {
  it.each<readonly [item: unknown]>([
    ['mcp://rain.example.com/now'],
    [{ resource: 'mcp://tool/now' }],
    [{ url: 'https://rain.example.com/mcp', type: 'mcp' }],
    [{ url: 'https://rain.example.com/mcp', transport: 'streamable-http' }],
    [{ url: 'https://rain.example.com/mcp', type: 'application/mcp-server+json' }],
    [{ server: { name: 'rain', remotes: [{ type: 'sse', url: 'https://rain.example.com/mcp' }] } }],
  ])('is known as one: %j', (item) => {
    expect(isOfMcp(item)).toBe(true);
  });

  it('is not any entry with a URL', () => {
    expect(isOfMcp({ resource: 'https://rain.example.com/now', type: 'http' })).toBe(false);
  });
});
