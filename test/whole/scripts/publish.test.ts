import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import type { Ended } from '../../support/run-process.ts';
import { Workplace } from '../../support/running-server.ts';

const alpha = serviceNamed('alpha');

let workplace: Workplace;
let out: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  out = join(workplace.folder, 'site');
  await writeCatalog(workplace.catalog, alpha);
  await workplace.lendBundle();
});

afterAll(() => workplace.remove());

function publish(settings: NodeJS.ProcessEnv = {}, folder = out): Promise<Ended> {
  return workplace.attempt('publish.ts', ['--out', folder, '--no-probe'], settings);
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'base64')] as const),
    ),
  );
}

describe('publishing', () => {
  it('writes the complete build as plain files', async () => {
    expect(await publish()).toMatchObject({ code: 0, stderr: '' });

    const published = await filesIn(out);
    expect(published).toEqual(await filesIn(join(workplace.folder, 'dist', 'current', 'client')));
    expect(Object.keys(published)).toEqual(
      expect.arrayContaining([
        ...['index.html', '404.html', 'api/export.json'],
        ...[`api/services/${alpha.id}.json`, `de/services/${alpha.id}/index.html`, `og/${alpha.id}.png`],
      ]),
    );
  });

  it('has feeds of all services and of categories as files, and links to no others', async () => {
    const published = await filesIn(out);
    const text = (path: string): string => Buffer.from(published[path] ?? '', 'base64').toString();
    const page = `services/${alpha.id}/index.html`;

    for (const language of ['', 'de/']) {
      for (const folder of ['', `categories/${alpha.category}/`]) {
        expect(faultsOfAtom(text(`${language}${folder}feed.atom`))).toEqual([]);
        readJsonFeed(text(`${language}${folder}feed.json`));
      }
      expect(text(language + page)).toContain(`href="/${language}feed.atom"`);
      expect(text(language + page)).not.toContain(`services/${alpha.id}/feed`);
    }
  });

  it('replaces the previous site as a whole', async () => {
    await writeFile(join(out, 'old.html'), 'old');

    expect(await publish()).toMatchObject({ code: 0 });
    expect(await readdir(out)).not.toContain('old.html');
  });

  it('never touches a folder with other content', async () => {
    const folder = join(workplace.folder, 'precious');
    await mkdir(folder);
    await writeFile(join(folder, 'thesis.txt'), 'Chapter one.');

    expect(await publish({}, folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('contains something other than a published site') as string,
    });
    expect(await readFile(join(folder, 'thesis.txt'), 'utf8')).toBe('Chapter one.');
  });

  it('never touches a project that has a folder of the same name as a site', async () => {
    const folder = join(workplace.folder, 'project');
    await mkdir(join(folder, 'api'), { recursive: true });
    await writeFile(join(folder, 'api', 'hello.js'), 'export default () => "hello";');

    expect((await publish({}, folder)).code).toBe(1);
    expect(await readdir(join(folder, 'api'))).toEqual(['hello.js']);
  });

  it('refuses to publish below a path, where every link would break', async () => {
    expect(await publish({ SITE_URL: 'https://acme.github.io/listings' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('custom domain') as string,
    });
  });

  it('leaves the published site as it is when the build fails', async () => {
    const before = await filesIn(out);
    await writeFile(join(workplace.catalog, 'categories.json'), '{');

    expect(await publish()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was published') as string,
    });
    expect(await filesIn(out)).toEqual(before);
  });
});
