import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

interface Faults {
  /** Every so many calls, one is answered 503. */
  readonly oneIn?: number;
  /** Log ranges over more blocks than this are refused. */
  readonly maxBlocks?: number;
  /** It wants to be asked again in an hour, so nobody waits for it. */
  readonly isAway?: boolean;
}

/** A provider that passes calls on to a real chain, with the faults of real providers. */
export interface Proxy {
  readonly url: string;
  fails(faults: Faults): void;
  close(): Promise<void>;
}

const Call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).optional() });
const Range = z.object({ fromBlock: z.string(), toBlock: z.string() });

export async function rpcProxy(chain: string): Promise<Proxy> {
  let faults: Faults = {};
  let calls = 0;
  const server = createServer((request, response) => {
    if (faults.isAway) return response.writeHead(429, { 'Retry-After': '3600' }).end();
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
    return undefined;
  });
  const answer = async (request: IncomingMessage) => {
    const body = await textOf(request);
    calls += 1;
    if (faults.oneIn && calls % faults.oneIn === 0) return { status: 503, body: 'try again' };
    const refusal = tooMany(body, faults.maxBlocks);
    if (refusal) return { status: 200, body: refusal };

    const passed = await fetch(chain, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    return { status: passed.status, body: await passed.text() };
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${String(port)}/v2/secret`,
    fails(next) {
      faults = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function tooMany(body: string, maxBlocks = Infinity): string | undefined {
  const { id, method, params = [] } = Call.parse(JSON.parse(body));
  if (method !== 'eth_getLogs') return undefined;

  const { fromBlock, toBlock } = Range.parse(params[0]);
  const blocks = Number(toBlock) - Number(fromBlock) + 1;
  if (blocks <= maxBlocks) return undefined;
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: -32_000, message: `query exceeds max block range ${String(maxBlocks)}` },
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
