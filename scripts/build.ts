import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type BuildCatalog, buildSite } from '../src/build/build-site.ts';
import { DistFolder } from '../src/build/dist-folder.ts';
import { sshSigner } from '../src/adapters/signing/ssh-signature.ts';
import { type Config, readConfig } from '../src/config.ts';
import { problemLine } from '../src/domain/field-problem.ts';
import { describeApi } from '../src/http/openapi.ts';
import type { Rejects } from '../src/catalog-files/catalog-change.ts';
import { countedPayments, localNetworks, serviceHistory } from '../src/open-payments.ts';
import { openLocalCatalog, readSnapshot } from '../src/open-catalog.ts';
import { openState, type State } from '../src/open-state.ts';
import { Search } from '../src/search/search.ts';
import { version } from '../src/version.ts';
import { embedServices } from './embed-services.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

// A server that started this build keeps a channel open. When the channel closes, nobody is left to serve the build. `process.exit`
// would wait for the bundler's native threads, which may take any time; the next build clears what this one leaves behind.
const stopAlone = (): boolean => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', stopAlone);
// The server may be gone by the time that this module has loaded. Without a server, there never was a channel to close.
if ('connected' in process && !process.connected) stopAlone();
process.channel?.unref();

await runCommand(
  new Command('build')
    .description(
      'Builds the site and the static API from CATALOG_DIR into DIST_DIR, beside the last build, and swaps the new one in atomically.',
    )
    .option('--all-languages', 'build the pages in further languages too, which a server renders on request')
    .action(build),
);

async function build({ allLanguages = false }: { readonly allLanguages?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const progress = new Progress(process.stdout);
  const state = await openState(config);

  try {
    const catalog = await progress.stage('reading the catalog', () => readBuildCatalog(config, state));
    const dist = new DistFolder(config.distDir);
    const signer = config.signingKey && sshSigner(config.signingKey);
    await buildSite(catalog, { ...config, allLanguages, signer, dist, root, version, progress });
    await embedServices(() => catalog.search, config, progress);
  } finally {
    state.close();
  }
}

async function readBuildCatalog(config: Config, state: State): Promise<BuildCatalog> {
  const at = new Date();
  const { checks } = state;
  const counted = countedPayments(config, state);
  const { snapshot, rejects } = await readSnapshot(await openLocalCatalog(config), config.endpointPolicy, {
    checks,
    counted,
  });
  warnOfRejects(rejects);
  const search = new Search(snapshot);

  return {
    snapshot,
    search,
    understand: (...text) => search.understand(...text),
    history: serviceHistory(config, state, () => at),
    assets: config.assets,
    localNetworks: localNetworks(config),
    at,
    build: { commit: snapshot.version.commit, builtAt: at.toISOString() },
    repository: config.repository,
    contactUrl: config.contactUrl,
    api: describeApi(config.siteUrl, version),
  };
}

function warnOfRejects(rejects: Rejects): void {
  for (const [path, problems] of rejects) {
    for (const problem of problems) console.warn(`left out: ${problemLine(path, problem)}`);
  }
}
