import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Workplace } from './running-server.ts';

/** The digests of files, by path. */
type Digests = Readonly<Record<string, string>>;

/** Files that say when they were built. */
const dated = /^(de\/)?(status\/)?index\.html$|^api\/manifest\.json$/;

const Manifest = z.object({ files: z.array(z.object({ path: z.string(), sha256: z.string() })) });
type Listed = z.infer<typeof Manifest>['files'];

/** What visitors get of the build in a folder. */
export async function digestsIn(folder: string): Promise<Digests> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const digested = paths.map(async (path) => {
    const content = await readFile(join(folder, path));
    return [path, createHash('sha256').update(content).digest('hex')] as const;
  });

  return Object.fromEntries(await Promise.all(digested));
}

/** The files that the manifest of a build lists, in its order. */
async function listedIn(folder: string): Promise<Listed> {
  return Manifest.parse(JSON.parse(await readFile(join(folder, 'api/manifest.json'), 'utf8'))).files;
}

/** Whether the build in a folder is whole: every file that its manifest lists is there, as it is listed. */
export async function expectWhole(folder: string): Promise<void> {
  const files = await digestsIn(folder);

  expect((await listedIn(folder)).filter(({ path, sha256 }) => files[path] !== sha256)).toEqual([]);
}

/** Whether the build in a folder equals a build of everything, made elsewhere with the bundles that are there. */
export async function expectAnew(
  workplace: Workplace,
  folder: string,
  settings: NodeJS.ProcessEnv,
): Promise<void> {
  const elsewhere = join(workplace.folder, 'anew');
  await rm(elsewhere, { recursive: true, force: true });
  await mkdir(elsewhere);
  await cp(join(workplace.folder, 'dist/code'), join(elsewhere, 'code'), { recursive: true });
  const settled = { ...settings, DIST_DIR: elsewhere };
  const { code, stderr } = await workplace.attempt('build.ts', [], settled);
  expect(code, stderr).toBe(0);

  const anew = join(elsewhere, 'current/client');
  const [files, expected] = [await digestsIn(folder), await digestsIn(anew)];
  expect(undated(files)).toEqual(undated(expected));
  expect(Object.keys(files).sort()).toEqual(Object.keys(expected).sort());
  expect(await listedIn(folder)).toEqual(await listedIn(anew));
}

function undated(files: Digests): Digests {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !dated.test(path)));
}
