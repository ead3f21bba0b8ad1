import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { anApi, request, type TestApi } from '../../../fixtures/api.ts';
import { aServer, requestText, send as sendBytes } from '../../../fixtures/server.ts';
import { anEntry } from '../../../fixtures/services.ts';
import { collectGarbage } from '../../../support/collect-garbage.ts';
import { soon } from '../../../support/soon.ts';

const version = '2026-07-28';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Sent {
  readonly method?: string;
  readonly params?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const usualHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

function post(
  api: TestApi,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return request(api, '/mcp', {
    method: 'POST',
    headers: { ...usualHeaders, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends a message as clients of 2026-07-28 do. */
function send(
  api: TestApi,
  { method = 'tools/list', params = {}, headers = {} }: Sent = {},
): Promise<Response> {
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } };

  return post(api, message, { 'MCP-Protocol-Version': version, 'Mcp-Method': method, ...headers });
}

const ErrorAnswer = z.looseObject({ error: z.looseObject({ code: z.int(), message: z.string() }) });

const errorOf = async (answer: Response) => ErrorAnswer.parse(await answer.json()).error;

describe('the catalog as an MCP server', () => {
  it('tells clients of 2026-07-28 what it offers', async () => {
    const answer = await send(anApi(), { method: 'server/discover' });

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      result: { supportedVersions: [version], capabilities: { tools: { listChanged: false } } },
    });
  });

  it('answers clients of 2025 without a session', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const answer = await post(anApi(), { jsonrpc: '2.0', id: 1, method: 'initialize', params });

    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(await answer.text()).toContain('"protocolVersion":"2025-06-18"');
  });

  it.each([
    ['2025', {}, {}],
    [version, { _meta: envelope }, { 'MCP-Protocol-Version': version, 'Mcp-Method': 'tools/list' }],
  ])('keeps nothing of the messages of clients of %s once they are answered', async (_, params, headers) => {
    const server = await aServer(anApi());
    onTestFinished(() => server.stop());
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
    const message = requestText('POST', '/mcp', { ...usualHeaders, ...headers }, body);
    const messages: WeakRef<object>[] = [];
    server.server.on('request', (received: object) => messages.push(new WeakRef(received)));

    for (let sent = 0; sent < 20; sent += 1) {
      expect(await sendBytes(server.port, message)).toMatchObject({ status: 200 });
    }

    expect(messages).toHaveLength(20);
    await vi.waitFor(() => {
      collectGarbage();
      expect(messages.filter((message) => message.deref()).length).toBeLessThan(5);
    }, soon);
  });

  it('lists seven tools, each of which only reads', async () => {
    const Tools = z.object({
      result: z.object({
        tools: z.array(
          z.looseObject({
            name: z.string(),
            annotations: z.looseObject({ readOnlyHint: z.literal(true) }),
            inputSchema: z.looseObject({ type: z.literal('object') }),
            outputSchema: z.looseObject({ type: z.literal('object') }),
          }),
        ),
      }),
    });
    const { result } = Tools.parse(await (await send(anApi())).json());

    expect(result.tools.map(({ name }) => name)).toEqual([
      'search_services',
      'find_by_intent',
      'get_service',
      'get_status',
      'list_categories',
      'compare_services',
      'validate_endpoint',
    ]);
  });

  it('may be used by pages of any site, since it knows no visitor', async () => {
    const answer = await send(anApi(), { headers: { Origin: 'https://elsewhere.example' } });
    const preflight = await request(anApi(), '/mcp', { method: 'OPTIONS' });

    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  });

  it('has no stream to open', async () => {
    const answer = await request(anApi(), '/mcp');

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it('has a card for those who have not connected yet, which the manifest for registries names', async () => {
    const card = await request(anApi(), '/mcp/server-card');
    const Manifest = z.looseObject({
      entries: z.array(z.looseObject({ type: z.string(), url: z.string() })),
    });
    const manifest = Manifest.parse(await (await request(anApi(), '/.well-known/ard.json')).json());

    expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json');
    expect(card.headers.get('etag')).not.toBeNull();
    expect(await card.json()).toMatchObject({ remotes: [{ url: 'https://catalog.example.com/mcp' }] });
    expect(manifest.entries.map(({ url }) => url)).toContain('https://catalog.example.com/mcp/server-card');
  });

  it('has nothing to subscribe to', async () => {
    const { message } = await errorOf(await send(anApi(), { method: 'subscriptions/listen' }));

    expect(message).toBe('Subscription limit reached');
  });
});

describe('a message is refused', () => {
  it.each<[string, unknown, number]>([
    ['that is no JSON', '{', 400],
    ['that is no message', { hello: 1 }, 400],
    ['with a body over 64 KiB', { jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) }, 413],
    [
      'among others in a batch, since each has to count',
      [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
      400,
    ],
  ])('%s', async (_, body, status) => {
    expect((await post(anApi(), body)).status).toBe(status);
  });

  it('that is not sent as JSON', async () => {
    expect((await post(anApi(), {}, { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  it('of a method that does not exist', async () => {
    const answer = await send(anApi(), { method: 'tools/sell' });

    expect(answer.status).toBe(404);
    expect((await errorOf(answer)).code).toBe(-32601);
  });

  it('whose headers tell of another method', async () => {
    const answer = await send(anApi(), { headers: { 'Mcp-Method': 'tools/call' } });

    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).code).toBe(-32020);
  });

  it('of an unknown version, with those that are known', async () => {
    const answer = await post(
      anApi(),
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2099-01-01',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'MCP-Protocol-Version': '2099-01-01', 'Mcp-Method': 'tools/list' },
    );

    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toMatchObject({ code: -32022, data: { supported: [version] } });
  });

  it('once the client used up its limit for reading', async () => {
    const api = anApi({ entries: [anEntry()], parts: { readLimit: { requests: 2, perSeconds: 60 } } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await send(api)).status);

    expect(statuses).toEqual([200, 200, 429]);
  });
});
