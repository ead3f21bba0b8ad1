import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Config } from '../../src/config.ts';
import { describeApi } from '../../src/http/openapi.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import { exportFile, staticApi } from '../../src/site/static-api.ts';
import { version } from '../../src/version.ts';
import type { BuildFiles } from './build-files.ts';

/** Writes the API as files, with its description and the viewer of it. */
export async function writeStaticApi(
  catalog: SiteCatalog,
  client: string,
  files: BuildFiles,
  { catalogName, siteUrl }: Config,
): Promise<void> {
  for (const { path, text } of staticApi(catalog, catalogName)) {
    await files.place(path, text, () => text);
    if (path === exportFile) await writeCompressed(join(client, path), text);
  }

  await writeFile(join(client, 'openapi.json'), JSON.stringify(describeApi(siteUrl, version)));
  const viewer = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'));
  await mkdir(join(client, 'docs', 'api'), { recursive: true });
  await copyFile(fileURLToPath(viewer), join(client, 'docs', 'api', 'scalar.js'));
}

async function writeCompressed(file: string, text: string): Promise<void> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(text, { level: 9 }),
  ]);

  await writeFile(`${file}.br`, br);
  await writeFile(`${file}.gz`, gz);
}
