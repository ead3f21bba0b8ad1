import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'astro';
import { Command } from 'commander';
import { CatalogFolder } from '../src/adapters/catalog-folder.ts';
import { DistFolder } from '../src/adapters/dist-folder.ts';
import { LocalRepository } from '../src/adapters/git/local-repository.ts';
import { type Config, readConfig } from '../src/config.ts';
import { unobserved } from '../src/domain/service.ts';
import { Snapshot } from '../src/domain/snapshot.ts';
import { describeApi } from '../src/http/openapi.ts';
import { readCatalog } from '../src/live/read-catalog.ts';
import { Search } from '../src/search/search.ts';
import { provideCatalog, type SiteCatalog } from '../src/site/catalog-source.ts';
import { exportFile, staticApi } from '../src/site/static-api.ts';
import { version } from '../src/version.ts';
import { Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

const root = new URL('../', import.meta.url);

/** Builds the whole site and the static API from the catalog folder, beside the last build, and puts it in its place. */
export async function buildSite(config: Config, progress: Progress): Promise<void> {
  const dist = new DistFolder(config.distDir);
  const catalog = await progress.stage('reading the catalog', () => readSiteCatalog(config));
  const earlier = await dist.current();
  const folder = await dist.begin(fileURLToPath(new URL('node_modules', root)));

  try {
    const client = join(folder, 'client');
    await progress.stage('rendering pages', () => renderPages(catalog, folder, dist.cache, config.siteUrl), {
      total: catalog.snapshot.size,
      done: () => countNames(join(client, 'services')),
    });
    await progress.stage('writing the static API', () =>
      writeStaticApi(catalog, client, earlier && join(earlier.folder, 'client'), config),
    );
    const { commit } = catalog.snapshot.version;
    await dist.finish(folder, {
      commit,
      builtAt: new Date().toISOString(),
      services: catalog.snapshot.size,
      version,
    });
  } catch (error) {
    await dist.abandon(folder);
    throw error;
  }
}

async function readSiteCatalog({ catalogDir, catalogName, endpointPolicy }: Config): Promise<SiteCatalog> {
  const repository = await LocalRepository.open({ folder: catalogDir, fallbackName: catalogName });
  const at = await repository.version();
  const { categories, services, rejects } = await readCatalog(new CatalogFolder(catalogDir), endpointPolicy);
  for (const [path, problems] of rejects) {
    console.warn(`left out: ${path}: ${problems.map(({ detail }) => detail).join('; ')}`);
  }

  const entries = services.map((declared) => ({ declared, observed: unobserved }));
  const snapshot = Snapshot.of({ ...at, unbuilt: 0 }, categories, entries);
  return { snapshot, search: new Search(snapshot) };
}

async function renderPages(catalog: SiteCatalog, folder: string, cache: string, site: string): Promise<void> {
  process.env['ASTRO_KEY'] ??= await lastingKey(cache);
  provideCatalog(catalog);
  await build({
    root: fileURLToPath(root),
    outDir: folder,
    cacheDir: cache,
    site,
    logLevel: 'warn',
    vite: { build: { emptyOutDir: false } },
  });
}

/** Astro's key for encrypted parts of pages, of which there are none: made once, since a new one would make every server half another. */
async function lastingKey(cache: string): Promise<string> {
  const file = join(cache, 'key');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;

  const key = randomBytes(32).toString('base64');
  await mkdir(cache, { recursive: true });
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

/** `earlier` is the client folder of the last build, where there is one: what has not changed is shared with it. */
async function writeStaticApi(
  catalog: SiteCatalog,
  client: string,
  earlier: string | undefined,
  { catalogName, siteUrl }: Config,
): Promise<void> {
  const folders = new Set<string>();
  for (const { path, text } of staticApi(catalog, catalogName)) {
    const file = join(client, path);
    if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    folders.add(dirname(file));

    placeFile(file, text, earlier && join(earlier, path));
    if (path === exportFile) await writeCompressed(file, text);
  }

  await writeFile(join(client, 'openapi.json'), JSON.stringify(describeApi(siteUrl, version)));
  const scalar = fileURLToPath(
    new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
  );
  await mkdir(join(client, 'docs', 'api'), { recursive: true });
  await copyFile(scalar, join(client, 'docs', 'api', 'scalar.js'));
}

/**
 * Writes a file, or gives a second name to an earlier one of the same text: a link takes a fraction of the time of a new file. All
 * at once, since nobody waits for this process and thousands of small files go several times faster so.
 */
function placeFile(file: string, text: string, earlier: string | undefined): void {
  if (earlier !== undefined && existsSync(earlier) && readFileSync(earlier, 'utf8') === text) {
    linkSync(earlier, file);
  } else writeFileSync(file, text);
}

async function writeCompressed(file: string, text: string): Promise<void> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(text, { level: 9 }),
  ]);

  await writeFile(`${file}.br`, br);
  await writeFile(`${file}.gz`, gz);
}

async function countNames(folder: string): Promise<number> {
  return (await readdir(folder).catch(() => [])).length;
}

await runCommand(
  new Command('build')
    .description(
      'Builds site and static API from CATALOG_DIR into DIST_DIR, beside the last build, and swaps it in whole.',
    )
    .action(async () => {
      await buildSite(readConfig(process.env), new Progress(process.stdout));
    }),
);
