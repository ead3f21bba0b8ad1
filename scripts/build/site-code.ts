import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the code of the site is made from: all that its bundle can hold. */
const sources = ['src/**/*', 'public/**/*', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];

/** Changes whenever the bundle of the site could: with its sources, its packages and the address that stands in its pages. */
export function siteCodeKey(root: string, siteUrl: string): string {
  const hash = createHash('sha256').update(siteUrl);
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

  for (const file of files.sort()) {
    hash.update('\0').update(file.slice(root.length)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Bundles the site into a folder: `server/` renders its pages, `client/` holds their styles and scripts. Takes seconds. */
export async function bundleSite(
  root: string,
  folder: string,
  cache: string,
  siteUrl: string,
): Promise<void> {
  // Loaded only when there is something to bundle: it takes longer to load than most builds take in all.
  const { build } = await import('astro');

  await build({
    root,
    outDir: folder,
    cacheDir: cache,
    site: siteUrl,
    logLevel: 'warn',
    vite: { build: { emptyOutDir: false } },
  });
  if (!existsSync(join(folder, 'server', 'entry.mjs')))
    {throw new Error('the bundle of the site has no server half');}
}
