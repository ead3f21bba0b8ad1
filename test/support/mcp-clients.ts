import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { clientPackages } from './bazaar-clients.ts';
import { type Ended, runProcess } from './run-process.ts';

const Called = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});
type Called = z.infer<typeof Called>;

/** A connected MCP client, as its makers publish it. */
export interface McpClient {
  tools(): Promise<readonly string[]>;
  call(name: string, given: object): Promise<Called>;
  close(): Promise<void>;
}

interface SdkClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<unknown>;
  close(): Promise<void>;
}

type New<Instance> = new (...given: readonly unknown[]) => Instance;

interface Sdk {
  readonly Client: New<SdkClient>;
  readonly StreamableHTTPClientTransport: New<object>;
}

const packages = createRequire(join(clientPackages, 'package.json'));

const load = async <Module>(name: string): Promise<Module> =>
  (await import(pathToFileURL(packages.resolve(name)).href)) as Module;

const sdk = (): Promise<Sdk> => load('@modelcontextprotocol/client');

/** The generations of the protocol: `auto` asks for the newest, the SDK's default speaks that of 2025. */
export type Generation = 'auto' | 'legacy';

async function connect(transport: object, generation: Generation): Promise<McpClient> {
  const { Client } = await sdk();
  const client = new Client(
    { name: 'tollbook-tests', version: '1.0.0' },
    generation === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(transport);

  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given) => Called.parse(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
}

/** A client of `/mcp`. */
export async function httpClient(siteUrl: string, generation: Generation): Promise<McpClient> {
  const { StreamableHTTPClientTransport } = await sdk();

  return connect(new StreamableHTTPClientTransport(new URL('/mcp', siteUrl)), generation);
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A client that starts a program and speaks over its standard input and output. */
export async function stdioClient(program: Program, generation: Generation): Promise<McpClient> {
  const { StdioClientTransport } = await load<{ StdioClientTransport: New<object> }>(
    '@modelcontextprotocol/client/stdio',
  );

  return connect(new StdioClientTransport({ stderr: 'inherit', ...program }), generation);
}

/** The Inspector of the MCP project, run on a server by its address. */
export function inspect(siteUrl: string, ...args: readonly string[]): Promise<Ended> {
  const program = join(clientPackages, 'node_modules/.bin/mcp-inspector');

  return runProcess(process.execPath, [program, '--cli', `${siteUrl}/mcp`, '--transport', 'http', ...args]);
}
