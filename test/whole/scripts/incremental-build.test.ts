import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { serviceNamed, writeCatalog, writeService } from '../../support/catalog-on-disk.ts';
import { Workplace } from '../../support/running-server.ts';

const script = fileURLToPath(new URL('../../../scripts/build.ts', import.meta.url));
/** So many that one change leaves most of them as they are. */
const more = Array.from({ length: 12 }, (_, i) =>
  serviceNamed(`more-${String(i)}`, { description: `Number ${String(i)} of ${String(i * 7919)}.` }),
);
const services = [...['alpha', 'beta', 'gamma', 'delta'].map((name) => serviceNamed(name)), ...more];
const settings = { SITE_URL: 'https://catalog.example.com' };

/** Files that say when they were built. */
const dated = /^(de\/)?(status\/)?index\.html$|^api\/manifest\.json$/;

const Manifest = z.object({
  services: z.int(),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
});
const Categories = z.array(z.looseObject({ name: z.string() }));

let workplace: Workplace;

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, ...services);
  await workplace.git('init', '-q');
  await commit();
  expect(await workplace.build(settings)).toMatchObject({ code: 0 });
});

afterAll(() => workplace.remove());

async function commit(): Promise<void> {
  await workplace.git('add', '-A');
  await workplace.git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'Change');
}

function distOf(name: string): string {
  return join(workplace.folder, name);
}

async function build(dist = 'dist', more: NodeJS.ProcessEnv = {}): Promise<void> {
  const ended = await workplace.attempt('build.ts', ['--copy'], {
    ...settings,
    DIST_DIR: distOf(dist),
    ...more,
  });
  expect(ended).toMatchObject({ code: 0 });
}

/** Builds everything anew elsewhere, with the bundles that are there. */
async function buildAnew(more: NodeJS.ProcessEnv = {}): Promise<Record<string, string>> {
  await rm(distOf('anew'), { recursive: true, force: true });
  await mkdir(distOf('anew'));
  await cp(join(distOf('dist'), 'code'), join(distOf('anew'), 'code'), { recursive: true });
  await build('anew', more);
  return filesIn('anew');
}

/** The digests of the files that visitors get, by path. */
async function filesIn(dist: string): Promise<Record<string, string>> {
  const folder = join(distOf(dist), 'current', 'client');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const digested = paths.map(async (path) => [path, digest(await readFile(join(folder, path)))] as const);

  return Object.fromEntries(await Promise.all(digested));
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function undated(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !dated.test(path)));
}

/** The files that the manifest lists, in its order. */
async function listedIn(dist: string): Promise<unknown> {
  const manifest = join(distOf(dist), 'current', 'client', 'api', 'manifest.json');

  return Manifest.parse(JSON.parse(await readFile(manifest, 'utf8'))).files;
}

const put = (service: DeclaredService) => writeService(workplace.catalog, service);

const [alpha = serviceNamed('alpha'), beta = alpha] = services;

describe('a build after a change', () => {
  it.each<[string, () => Promise<unknown>, NodeJS.ProcessEnv?]>([
    ['nothing changed', () => Promise.resolve()],
    ['a service was added', () => put(serviceNamed('epsilon'))],
    ['a service was changed', () => put({ ...alpha, description: 'Something else entirely.' })],
    [
      'a service came to the host of another',
      () => put(serviceNamed('zeta', { endpoint: `${alpha.endpoint}/further` })),
    ],
    ['a service was removed', () => rm(join(workplace.catalog, serviceFilePath(beta.id)))],
    [
      'a category was renamed',
      async () => {
        const file = join(workplace.catalog, 'categories.json');
        const [first, ...others] = Categories.parse(JSON.parse(await readFile(file, 'utf8')));
        await writeFile(file, `${JSON.stringify([{ ...first, name: 'Renamed' }, ...others], null, 2)}\n`);
      },
    ],
    ['the folder of the next build is gone', () => rm(join(distOf('dist'), 'spare'), { recursive: true })],
    [
      'the records of the last build are damaged',
      () => truncate(join(distOf('dist'), 'current', 'files.ndjson'), 100),
    ],
    ['the contact changed', () => Promise.resolve(), { CONTACT_URL: 'https://catalog.example.com/contact' }],
    ['the address of the site changed', () => Promise.resolve(), { SITE_URL: 'https://other.example' }],
  ])('equals a build of everything where %s', async (_change, change, more = {}) => {
    await change();
    if ((await workplace.git('status', '--porcelain')) !== '') await commit();
    await build('dist', more);

    const [files, anew] = [await filesIn('dist'), await buildAnew(more)];
    expect(undated(files)).toEqual(undated(anew));
    expect(Object.keys(files).sort()).toEqual(Object.keys(anew).sort());
    expect(await listedIn('dist')).toEqual(await listedIn('anew'));
  });
});

describe('a build that is killed', () => {
  it('leaves a whole build at any moment, and the next one is right', async () => {
    for (const [round, waitMs] of [50, 400, 800, 1_200, 1_600, 2_000].entries()) {
      await put({ ...alpha, description: `Killed after ${String(round)}.` });
      await commit();
      const env = { ...workplace.environment, ...settings };
      const child = spawn(process.execPath, [script, '--copy'], { env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      setTimeout(() => child.kill('SIGKILL'), waitMs);
      await ended;

      const files = await filesIn('dist');
      const manifest = join(distOf('dist'), 'current', 'client', 'api', 'manifest.json');
      const { files: listed } = Manifest.parse(JSON.parse(await readFile(manifest, 'utf8')));
      expect(listed.filter(({ path, sha256 }) => files[path] !== sha256)).toEqual([]);
      expect(Object.keys(files)).toContain(`services/${alpha.id}/index.html`);
    }

    await build();
    expect(undated(await filesIn('dist'))).toEqual(undated(await buildAnew()));
  });
});
