import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishCommand } from '../../../scripts/publish.ts';
import { digestsIn, expectAnew, expectWhole } from '../../support/built-files.ts';
import { type Called, callIn } from '../../support/call-command.ts';
import { serviceNamed, writeCatalog, writeCatalogFile, writeService } from '../../support/catalog-on-disk.ts';
import { killBuild } from '../../support/kill-build.ts';
import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import type { Ended } from '../../support/run-process.ts';
import { Workplace } from '../../support/running-server.ts';
import { buildTimeoutMs } from '../../support/soon.ts';

vi.setConfig({ testTimeout: buildTimeoutMs, hookTimeout: buildTimeoutMs });

/** So many that one change leaves most of them as they are. */
const services = Array.from({ length: 12 }, (_, i) =>
  serviceNamed(`service-${i}`, { description: `Number ${i} of ${i * 7919}.` }),
);
const [alpha = serviceNamed('alpha')] = services;
const settings = { SITE_URL: 'https://catalog.example.com' };

let workplace: Workplace;
let out: string;
/** What visitors get of the build that was published. */
let built: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  out = join(workplace.folder, 'site');
  built = join(workplace.folder, 'dist/current/client');
  await writeCatalog(workplace.catalog, ...services);
  await workplace.git('init', '-q');
  await commit();
  await workplace.lendBundle();
});

afterAll(() => workplace.remove());

async function commit(): Promise<void> {
  await workplace.git('add', '-A');
  await workplace.git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'Change');
}

function publish(): Promise<Ended> {
  return workplace.attempt('publish.ts', ['--out', out, '--no-probe'], settings);
}

function refused(folder: string, further: NodeJS.ProcessEnv = {}): Promise<Called> {
  return callIn(workplace, publishCommand, ['--out', folder, '--no-probe'], { ...settings, ...further });
}

describe('publishing', () => {
  it('writes the complete build as plain files', async () => {
    expect(await publish()).toMatchObject({ code: 0, stderr: '' });

    const published = await digestsIn(out);
    expect(published).toEqual(await digestsIn(built));
    expect(Object.keys(published)).toEqual(
      expect.arrayContaining([
        ...['index.html', '404.html', 'api/export.json'],
        ...[`api/services/${alpha.id}.json`, `de/services/${alpha.id}/index.html`, `og/${alpha.id}.png`],
      ]),
    );
  });

  it('words its pages in further languages itself', () => {
    const page = readFileSync(join(out, `de/services/${alpha.id}/index.html`), 'utf8');

    expect(page).toMatch(/[\d,]+ US-(Cent|Dollar)/);
    expect(page).not.toMatch(/US (cents?|dollars?)/);
  });

  it('has feeds of all services and of categories as files, and links to no others', async () => {
    const text = (path: string): string => readFileSync(join(out, path), 'utf8');
    const page = `services/${alpha.id}/index.html`;

    for (const language of ['', 'de/']) {
      for (const folder of ['', `categories/${alpha.category}/`]) {
        expect(faultsOfAtom(text(`${language}${folder}feed.atom`))).toEqual([]);
        readJsonFeed(text(`${language}${folder}feed.json`));
      }
      expect(text(language + page)).toContain(`/${language}feed.atom"`);
      expect(text(language + page)).not.toContain(`services/${alpha.id}/feed`);
    }
  });

  it('has a whole build before it after one that was killed', async () => {
    // Its own page shows the price, and those of similar services do.
    await writeService(workplace.catalog, {
      ...alpha,
      pricing: { currency: 'USDC', pricePerRequest: '0.5' },
    });
    await commit();

    expect(await killBuild(workplace, settings, ({ isWriting }) => isWriting)).toBe(true);
    await expectWhole(built);
  });

  it('replaces the previous site as a whole', async () => {
    await writeFile(join(out, 'old.html'), 'old');

    expect(await publish()).toMatchObject({ code: 0 });
    expect(await readdir(out)).not.toContain('old.html');
  });

  it('writes after a change what a build of everything would write', async () => {
    await expectAnew(workplace, out, settings);
  });

  it('leaves the published site as it is when the build fails', async () => {
    const before = await digestsIn(out);
    await writeFile(join(workplace.catalog, 'categories.json'), '{');

    expect(await publish()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was published') as string,
    });
    expect(await digestsIn(out)).toEqual(before);
  });
});

describe('publishing into a folder', () => {
  it('never touches one with other content', async () => {
    const folder = join(workplace.folder, 'precious');
    await writeCatalogFile(folder, 'thesis.txt', 'Chapter one.');

    expect(await refused(folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('contains something other than a published site') as string,
    });
    expect(await readFile(join(folder, 'thesis.txt'), 'utf8')).toBe('Chapter one.');
  });

  it('never touches a project that has a folder of the same name as a site', async () => {
    const folder = join(workplace.folder, 'project');
    await writeCatalogFile(folder, 'api/hello.js', 'export default () => "hello";');

    expect((await refused(folder)).code).toBe(1);
    expect(await readdir(join(folder, 'api'))).toEqual(['hello.js']);
  });
});
