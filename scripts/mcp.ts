import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { useOwnDictionaries } from '../src/adapters/search/own-dictionaries.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { mcpServer, validationOutcome } from '../src/http/mcp/mcp-server.ts';
import { serverEntry } from '../src/http/mcp/server-entry.ts';
import type { ToolCatalog } from '../src/http/mcp/tool.ts';
import { CatalogStore } from '../src/live/catalog-store.ts';
import { Meanings } from '../src/live/meanings.ts';
import { emptyHistory } from '../src/live/service-history.ts';
import { validateEndpoint } from '../src/live/validate-endpoint.ts';
import { readLocalCatalog, snapshotOf } from '../src/open/catalog.ts';
import { openModel } from '../src/open/model.ts';
import { memoryOf, serviceHistory } from '../src/open/payments.ts';
import { openProber } from '../src/open/prober.ts';
import { openStateIfAny } from '../src/open/state.ts';
import { version } from '../src/config/version.ts';
import { runCommand } from './run-command.ts';

const clock = (): Date => new Date();

// Standard output belongs to the protocol.
const warn = (facts: object, message: string): void => {
  console.error(message, facts);
};
const log = { info: () => undefined, warn, error: warn };

await runCommand(
  new Command('mcp')
    .description(
      'Offers the catalog in CATALOG_DIR, as it is now, to an agent as tools: the Model Context Protocol over standard input and output. Start it by `npm run -s mcp`, since npm would print a line otherwise.',
    )
    .option('--server-json', 'print the entry of SITE_URL for the public registry of MCP servers instead')
    .action(serve),
);

async function serve({ serverJson }: { readonly serverJson?: true }): Promise<void> {
  const config = readConfig(process.env);
  if (serverJson) {
    console.log(JSON.stringify(serverEntry({ siteUrl: config.siteUrl, version }), null, 2));
    return;
  }

  const catalog = await openToolCatalog(config);

  serveStdio(() => mcpServer(catalog), {
    maxSubscriptions: 0,
    onerror: (error) => {
      warn({ error: error.message }, 'a message was refused');
    },
  });
}

async function openToolCatalog(config: Config): Promise<ToolCatalog> {
  const { siteUrl, assets, endpointPolicy } = config;
  const state = await openStateIfAny(config);
  const at = { commit: 'local', changedAt: clock().toISOString() };
  const snapshot = await snapshotOf(await readLocalCatalog(config), at, memoryOf(config, state));
  useOwnDictionaries();
  const store = new CatalogStore(snapshot, { clock, log, assets });
  const meanings = new Meanings({ store, open: () => openModel(config, 1), log });
  void meanings.start();
  const prober = openProber(config);

  return {
    store,
    history: state ? serviceHistory(config, state, clock) : emptyHistory(clock, assets),
    addMeaning: (sentence) => meanings.add(sentence),
    // One agent waits for nobody.
    inTurn: async (work) => work(),
    asking: async (work) => work(),
    validate: (body) =>
      validationOutcome(body, {
        store,
        endpointPolicy,
        validate: (request) => validateEndpoint(request, prober, { assets }),
      }),
    siteUrl,
    version,
    clock,
  };
}
