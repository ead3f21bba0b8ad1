import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPath } from '../../../src/texts/languages.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { answers, crawl, linksFrom } from '../../support/crawl.ts';
import { copyPath, plainHost, type PlainHost } from '../../support/plain-host.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { buildTimeoutMs } from '../../support/soon.ts';

vi.setConfig({ testTimeout: buildTimeoutMs, hookTimeout: buildTimeoutMs });

const SITE_URL = `https://copy.example${copyPath.slice(0, -1)}`;

/** More than a page of a list, at one host and with one wallet. */
const services = Array.from({ length: 21 }, (_, i) =>
  serviceNamed(`service-${String(i)}`, { endpoint: `https://api.example.com/${String(i)}` }),
);
const [{ id } = { id: '' }] = services;

let workplace: Workplace;
let client: string;
let host: PlainHost;
let server: RunningServer;

const htmlIn = async (path: string): Promise<string> => readFile(join(client, path), 'utf8');
const pages = (): string[] => globSync('**/*.html', { cwd: client });
const isNotFound = (path: string): boolean => readPath(`/${path}`).plain === '/404.html';

beforeAll(async () => {
  workplace = await Workplace.make();
  client = join(workplace.folder, 'dist', 'client');
  await writeCatalog(workplace.catalog, ...services);
  expect(await workplace.build({ SITE_URL })).toMatchObject({ code: 0, stderr: '' });
  host = await plainHost(client);
  server = await startServer({ ...workplace.environment, SITE_URL });
});

afterAll(async () => {
  host.close();
  await server.stop('SIGTERM');
  await workplace.remove();
});

describe('a copy below a path of a host that rewrites no address', () => {
  it('has every link lead to a file of its own, and no page that none leads to', async () => {
    const { visited, broken } = await crawl(host.url);

    expect(broken).toEqual([]);
    const files = pages().filter((path) => !isNotFound(path));
    const reached = (path: string): boolean => visited.has(host.url + path.replace('index.html', ''));
    expect(files.filter((path) => !reached(path))).toEqual([]);
  });

  it('has no address that begins at the root of the host, in whatever attribute', async () => {
    for (const path of pages().filter((each) => !isNotFound(each))) {
      expect(await htmlIn(path), path).not.toMatch(/<[^>]* [\w-]+="\//);
    }
  });

  it('shows a page for missing files that leads back from any address', async () => {
    for (const path of ['404.html', 'de/404.html']) {
      for (const link of await linksFrom(new URL(`${path}/nothing/here`, host.url).href)) {
        expect([link.href, link.href.startsWith(host.url) && (await answers(link))]).toEqual([
          link.href,
          true,
        ]);
      }
    }
  });

  it('names its public address wherever an address is for others', async () => {
    for (const path of globSync('**/*.{html,md,txt,xml,atom,json}', { cwd: client })) {
      expect(await htmlIn(path), path).not.toMatch(/https:\/\/copy\.example(?!\/catalog)/);
    }
  });

  it.each(['/services/', '/services', '/services/page/2', `/services/${id}`, '/docs/owners'])(
    'has what it leads to at the root of a server, too, where %s was asked for',
    async (path) => {
      const links = await linksFrom(server.url + path);

      expect(links.length).toBeGreaterThan(30);
      for (const link of links) expect([link.href, await answers(link)]).toEqual([link.href, true]);
    },
  );
});
