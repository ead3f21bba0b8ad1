import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { CatalogFolder } from '../src/adapters/catalog-folder.ts';
import { DistFolder } from '../src/adapters/dist-folder.ts';
import { SqliteChecks } from '../src/adapters/sqlite/checks.ts';
import { StateDatabase } from '../src/adapters/sqlite/database.ts';
import { type Config, readConfig } from '../src/config.ts';
import { problemLine } from '../src/domain/problem-line.ts';
import { describeApi } from '../src/http/openapi.ts';
import { Snapshot } from '../src/domain/snapshot.ts';
import { unchecked } from '../src/domain/standing.ts';
import { observedServices, withObserved } from '../src/live/observed-services.ts';
import { readCatalog, readCategories } from '../src/live/read-catalog.ts';
import { ServiceHistory } from '../src/live/service-history.ts';
import { Search } from '../src/search/search.ts';
import { sitePages } from '../src/site/site-pages.ts';
import { version } from '../src/version.ts';
import { BuildFiles } from './build/build-files.ts';
import { renderPages } from './build/render-pages.ts';
import { bundleSite, pictureKey, placeAssets, siteCodeKey } from './build/site-code.ts';
import { writeStaticFiles } from './build/write-static-files.ts';
import { openRepository } from './open-catalog.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Builds the whole site and the static API from the catalog folder, beside the last build, and puts it in its place. */
async function buildSite(config: Config, progress: Progress): Promise<void> {
  const dist = new DistFolder(config.distDir);
  const database = await StateDatabase.in(config.dataDir);
  const catalog = await progress.stage('reading the catalog', () =>
    readSiteCatalog(config, new SqliteChecks(database)),
  );
  const last = (await dist.current())?.folder;
  const folder = await dist.begin(join(root, 'node_modules'));

  try {
    const key = siteCodeKey(root, config.siteUrl);
    if (!(await dist.hasCode(key))) {
      await progress.stage('bundling the site', () =>
        dist.addCode(key, (place) => bundleSite(root, place, dist.cache, config.siteUrl)),
      );
    }
    const code = { folder: dist.code(key), key, pictureKey: pictureKey(root) };
    const files = new BuildFiles(folder, last);
    await placeAssets(code, files);

    // A page and a picture each; the few other pages do not matter for how long it takes.
    const total = 2 * catalog.snapshot.size;
    let done = 0;
    await progress.stage(
      'rendering pages',
      () => renderPages(sitePages(catalog), catalog, code, files, () => (done += 1)),
      { total, done: () => Math.min(done, total) },
    );
    await progress.stage('writing the static files', () => writeStaticFiles(catalog, files, config));
    files.finish();
    await dist.saveSearch(folder, catalog.search.save());
    await dist.finish(folder, { ...catalog.build, services: catalog.snapshot.size, version }, key);
  } catch (error) {
    await dist.abandon(folder);
    throw error;
  } finally {
    database.close();
  }
}

async function readSiteCatalog(config: Config, checks: SqliteChecks) {
  const files = new CatalogFolder(config.catalogDir);
  await files.seedCategories();
  // Before a repository is made for them: a catalog that cannot be built is left as it is.
  await readCategories(files);
  const at = await (await openRepository(config)).version();
  const { categories, services, rejects } = await readCatalog(files, config.endpointPolicy);
  for (const [path, problems] of rejects) {
    for (const problem of problems) console.warn(`left out: ${problemLine(path, problem)}`);
  }

  const builtAt = new Date();
  const { standings, observed } = await observedServices(checks, builtAt);
  const snapshot = Snapshot.of({ ...at, unbuilt: 0 }, categories, withObserved(services, observed));
  const monitor = { standing: (id: string) => standings.get(id) ?? unchecked };
  return {
    snapshot,
    search: new Search(snapshot),
    history: new ServiceHistory({ monitor, checks, clock: () => builtAt }),
    at: builtAt,
    build: { commit: at.commit, builtAt: builtAt.toISOString() },
    repository: config.repository,
    api: describeApi(config.siteUrl, version),
  };
}

// A server that builds keeps a channel open. When it is gone, nobody would take up this build.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

await runCommand(
  new Command('build')
    .description(
      'Builds site and static API from CATALOG_DIR into DIST_DIR, beside the last build, and swaps it in whole.',
    )
    .action(async () => {
      await buildSite(readConfig(process.env), new Progress(process.stdout));
    }),
);
