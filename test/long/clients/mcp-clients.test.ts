import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientPackages } from '../../support/bazaar-clients.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import {
  type Generation,
  httpClient,
  inspect,
  type McpClient,
  stdioClient,
} from '../../support/mcp-clients.ts';
import { installPackages } from '../../support/own-packages.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const isInstalled = await installPackages(clientPackages);
const root = new URL('../../../', import.meta.url).pathname;

const rain = serviceNamed('rain-radar', { description: 'Tells when it will rain in a city.' });
const names = [
  'search_services',
  'find_by_intent',
  'get_service',
  'get_status',
  'list_categories',
  'compare_services',
  'validate_endpoint',
];

let workplace: Workplace;
let server: RunningServer;

beforeAll(async () => {
  if (!isInstalled) return;

  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, rain, serviceNamed('translator'));
  server = await startServer(workplace.environment);
});

afterAll(async () => {
  if (!isInstalled) return;

  await server.stop('SIGTERM');
  await workplace.remove();
});

const overHttp = (generation: Generation) => httpClient(server.url, generation);
const { PATH = '', HOME = '' } = process.env;
const overStdio = (generation: Generation) => {
  const env = { PATH, HOME, ...workplace.environment };
  return stdioClient({ command: 'npm', args: ['run', '-s', 'mcp'], cwd: root, env }, generation);
};
const relayed = (generation: Generation) => {
  const args = ['scripts/tollbook.ts', 'mcp', '--url', server.url];
  return stdioClient({ command: process.execPath, args, cwd: root, env: { PATH, HOME } }, generation);
};

const ways: [string, (generation: Generation) => Promise<McpClient>, Generation][] = [
  ['the newest protocol at /mcp', overHttp, 'auto'],
  ['the protocol of 2025 at /mcp', overHttp, 'legacy'],
  ['the newest protocol with npm run mcp', overStdio, 'auto'],
  ['the protocol of 2025 with npm run mcp', overStdio, 'legacy'],
  ['the newest protocol with tollbook mcp', relayed, 'auto'],
  ['the protocol of 2025 with tollbook mcp', relayed, 'legacy'],
];

describe.skipIf(!isInstalled).each(ways)('an agent that speaks %s', (_, open, generation) => {
  it('finds a service and looks at it before paying', async () => {
    const client = await open(generation);
    try {
      expect(await client.tools()).toEqual(names);
      const found = await client.call('find_by_intent', { q: 'when will\u2028it rain', limit: 1 });
      expect(found.structuredContent).toMatchObject({ results: [{ id: rain.id, verdict: 'warn' }] });
      const service = await client.call('get_service', { id: rain.id });
      expect(service.structuredContent).toMatchObject({ endpoint: rain.endpoint, terms: 'declared' });
      expect(await client.call('get_service', { id: 'nothing' })).toMatchObject({ isError: true });
    } finally {
      await client.close();
    }
  });
});

describe.skipIf(!isInstalled)('the Inspector', () => {
  it('finds every tool, and no fault in their schemas', async () => {
    const { code, stdout, stderr } = await inspect(server.url, '--method', 'tools/list', '--strict');

    expect(code, stderr).toBe(0);
    for (const name of names) expect(stdout).toContain(`"${name}"`);
  });

  it('calls tools, and sees which call failed', async () => {
    const call = ['--method', 'tools/call', '--tool-name'];
    const found = await inspect(server.url, ...call, 'search_services', '--tool-arg', 'query=rain');
    const unknown = await inspect(server.url, ...call, 'no_such_tool');

    expect(found.code, found.stderr).toBe(0);
    expect(found.stdout).toContain(rain.id);
    expect(unknown.code).toBe(5);
  });
});
