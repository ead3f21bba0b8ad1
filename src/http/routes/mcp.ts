import { bodyOf } from '../../views/body.ts';
import { makeAnswer, send } from '../answer.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { unsharedHeaders } from '../headers.ts';
import { cardType, serverCard } from '../mcp/server-entry.ts';
import type { ToolCatalog } from '../mcp/tool.ts';
import { validationOutcome } from '../mcp/mcp-server.ts';
import { readBody } from '../request-body.ts';
import type { Route } from '../route.ts';

/** Tools never change while a server runs, so there is nothing to subscribe to. */
const noSubscriptions = { maxSubscriptions: 0, keepAliveMs: 0 };

/**
 * The tools of agents over Streamable HTTP, without sessions. They are not in the OpenAPI document: MCP servers describe themselves, and a
 * generated client would know nothing of their messages.
 */
export function mcpRoutes(dependencies: RouteDependencies): Route[] {
  const { refuse, log } = dependencies;

  async function answer(c: Context): Promise<Response> {
    const body = await readBody(c.req.raw);
    if ('problem' in body) return refuse(c, body.problem);
    // Otherwise, many calls would count as one request.
    if (Array.isArray(body.value)) {
      return Response.json(noBatches, { status: 400, headers: unsharedHeaders(c) });
    }

    const { createMcpHandler, mcpServer } = await loadServer();
    const handler = createMcpHandler(() => mcpServer(toolsOf(c, dependencies)), {
      ...noSubscriptions,
      onerror: (error) => {
        log.info({ error, requestId: c.env.requestId }, 'a message to /mcp was refused');
      },
    });
    return withHeaders(await handler.fetch(withoutSignal(c.req), { parsedBody: body.value }), c);
  }

  const card = makeAnswer(bodyOf(serverCard(dependencies)), { 'Content-Type': cardType });
  return [
    { definition: { method: 'post', path: '/mcp' }, counted: true, handle: answer },
    {
      definition: { method: 'get', path: '/mcp/server-card' },
      counted: true,
      handle: (c) => send(c, card, dependencies.store.snapshot.version),
    },
  ];
}

/**
 * A request that nobody can abort. The SDK leaves a listener on the signal of each request. Node retains a signal that another may abort for as
 * long as its request, and the listener leads to that request, so it would never be freed.
 */
function withoutSignal({ url, raw }: Context['req']): Request {
  return new Request(url, { method: 'POST', headers: raw.headers });
}

const noBatches = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Batches are not supported; send one message a request.' },
};

/** The MCP server, loaded for the first message: it is a tenth of the server's code. */
async function loadServer() {
  const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../mcp/mcp-server.ts'),
  ]);

  return { createMcpHandler, mcpServer };
}

/** The catalog for the tools of one request. */
function toolsOf(c: Context, dependencies: RouteDependencies): ToolCatalog {
  const { store, current, history, addMeaning, siteUrl, version, clock, inTurn, asking } = dependencies;

  return {
    ...{ store, current, history, addMeaning, siteUrl, version, clock },
    inTurn: (work) => inTurn(c, work),
    asking: (work) => asking(c, work),
    validate: async (body) => {
      const { allowed, retryAfterSeconds } = dependencies.validations.take(c.env.client);
      if (!allowed) return { refusal: `Too many checks; try again in ${String(retryAfterSeconds)} seconds.` };

      return validationOutcome(body, dependencies);
    },
  };
}

/** An answer of the SDK with the headers of this API. Whether the connection stays open is between client and server. */
function withHeaders(answer: Response, c: Context): Response {
  answer.headers.delete('Connection');
  for (const [name, value] of Object.entries(unsharedHeaders(c))) {
    if (name !== 'Content-Type') answer.headers.set(name, value);
  }
  return answer;
}
