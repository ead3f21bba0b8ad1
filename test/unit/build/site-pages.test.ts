import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import { problems } from '../../../src/views/problem.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { servicePath } from '../../../src/site/links.ts';
import type { SiteHistory } from '../../../src/site/history.ts';
import type { SiteCatalog } from '../../../src/site/site-catalog.ts';
import { isLive } from '../../../src/views/live-paths.ts';
import { pagesOfService, type SitePage, sitePages } from '../../../src/build/site-pages.ts';
import { anEntry, categories, checksFound } from '../../fixtures/services.ts';
import { aCheckedEntry, catalogOf, historyOf, numbered } from '../../fixtures/site-catalog.ts';

async function pagesOf(catalog: SiteCatalog): Promise<SitePage[]> {
  const pages: SitePage[] = [];
  for await (const page of sitePages(catalog)) pages.push(page);
  for (const entry of catalog.snapshot.entries()) pages.push(...(await pagesOfService(entry, catalog)));
  return pages;
}

/** The same catalog beside a server. */
const servedOf = (catalog: SiteCatalog): SiteCatalog => ({ ...catalog, isServed: true });

const englishPaths = async (catalog: SiteCatalog): Promise<string[]> =>
  (await pagesOf(catalog)).filter(({ language }) => language === 'en').map(({ path }) => path);

/** The content that the page of a service shows. */
async function shown(entry: Entry, history?: SiteHistory): Promise<string> {
  const path = servicePath(entry.declared.id);
  const page = (await pagesOf(catalogOf([entry], history))).find((each) => each.path === path);
  return JSON.stringify(page?.shows);
}

describe('the pages of the site', () => {
  it('cover every list, category, service and problem, each once', async () => {
    const paths = await englishPaths(catalogOf(numbered(21)));

    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/404',
        '/services/',
        '/services/page/2/',
        '/categories/',
        '/register/',
        '/listings/',
        '/status/',
        '/search/',
      ]),
    );
    expect(paths).not.toContain('/services/page/3/');
    for (const { id } of categories) expect(paths).toContain(`/categories/${id}/`);
    for (const format of ['atom', 'json']) {
      expect(paths).toContain(`/feed.${format}`);
      for (const { id } of categories) expect(paths).toContain(`/categories/${id}/feed.${format}`);
    }
    for (const code of Object.keys(problems)) expect(paths).toContain(`/problems/${code}/`);
    const ofServices = paths.filter((path) => path.startsWith('/services/no-'));
    expect(ofServices.filter((path) => path.endsWith('/'))).toHaveLength(21);
    expect(ofServices.filter((path) => path.endsWith('.md'))).toHaveLength(21);
  });

  it('are the first of each list beside a server, which renders the others, and all without one', async () => {
    const catalog = catalogOf(numbered(41));
    const ofLists = async (of: SiteCatalog): Promise<string[]> =>
      (await englishPaths(of)).filter((path) => /^\/(services|categories\/[\w-]+)\/page\//.test(path));

    expect(await englishPaths(servedOf(catalog))).toContain('/services/');
    expect(await ofLists(servedOf(catalog))).toEqual([]);
    expect(await ofLists(catalog)).toContain('/services/page/3/');
  });

  it('are none beside a server that it renders for each reader', async () => {
    const served = await englishPaths(servedOf(catalogOf(numbered(2))));
    const all = await englishPaths(catalogOf(numbered(2)));

    expect(served.filter(isLive)).toEqual([]);
    expect(all.filter(isLive)).toEqual(
      expect.arrayContaining(['/status/', '/search/', '/compare/', '/docs/search/', '/feed.atom']),
    );
  });

  it('have pictures and Markdown of services, unless there is a server, which makes them', async () => {
    const further = async (catalog: SiteCatalog): Promise<string[]> =>
      (await englishPaths(catalog)).filter((path) => /^\/(og|services\/no-).*\.(png|md)$/.test(path));

    expect(await further(servedOf(catalogOf(numbered(2))))).toEqual([]);
    const ofServices = (await further(catalogOf(numbered(2)))).filter((path) => path.includes('/no-'));
    expect(ofServices).toHaveLength(4);
  });
});

describe('the pages in further languages', () => {
  const catalog = catalogOf(numbered(3));
  const german = async (of: SiteCatalog) => (await pagesOf(of)).filter(({ language }) => language === 'de');

  it('are those that show nothing of the catalog, for a server', async () => {
    const paths = (await german(servedOf(catalog))).map(({ path }) => path);

    expect(paths).toEqual(expect.arrayContaining(['/404', '/docs/', '/problems/']));
    expect(paths).not.toContain('/');
  });

  it('are all pages, without another picture of each, for a host that renders nothing', async () => {
    const english = (await pagesOf(catalog)).filter(
      ({ language, isPicture }) => language === 'en' && !isPicture,
    );

    expect((await german(catalog)).map(({ path }) => path)).toEqual(english.map(({ path }) => path));
  });
});

describe('what the page of a service shows', () => {
  it('stays the same while nothing on it changes', async () => {
    expect(await shown(anEntry({}, { txCount: 7, totalRevenue: 0.5, uptimeScore: 99 }))).toBe(
      await shown(anEntry()),
    );
  });

  it.each([
    ['description', anEntry({ description: 'Something else.' })],
    ['status', anEntry({}, { status: 'verified' })],
    ['last check', anEntry({}, { lastChecked: '2026-02-01T00:00:00.000Z' })],
    ['chains', anEntry({}, { chains: ['base'] })],
    ['time', anEntry({ updatedAt: '2026-02-01T00:00:00.000Z' })],
    ['category', anEntry({ category: 'maps-geolocation' })],
  ])('changes with its %s', async (_, changed) => {
    expect(await shown(changed)).not.toBe(await shown(anEntry()));
  });

  it('changes with every day of checks', async () => {
    const day = { date: '2026-02-01', checks: 24, ok: 24, p50Ms: 100, p95Ms: 200 };
    const before = await shown(aCheckedEntry(), historyOf([day]));

    expect(await shown(aCheckedEntry(), historyOf([day]))).toBe(before);
    expect(await shown(aCheckedEntry(), historyOf([{ ...day, ok: 23 }]))).not.toBe(before);
    expect(await shown(aCheckedEntry(), historyOf([{ ...day, p95Ms: 201 }]))).not.toBe(before);
  });
});

describe('the pages of hosts and wallets', () => {
  const own = { paymentAddress: `0x${'c'.repeat(40)}`, network: 'base' };
  const single = anEntry({ name: 'C', endpoint: 'https://single.example.com', x402Config: own });
  const groupsIn = async (entries: readonly Entry[]): Promise<Map<string, string>> =>
    new Map(
      (await pagesOf(catalogOf(entries)))
        .filter(({ path }) => /^\/(hosts|wallets)\//.test(path))
        .map(({ path, shows }) => [path, JSON.stringify(shows)]),
    );

  it('are left to a server where there is one', async () => {
    const paths = await englishPaths(servedOf(catalogOf([...numbered(21), single])));

    expect(paths.filter((path) => /^\/(hosts|wallets)\//.test(path))).toEqual([]);
  });

  it('are built where several services have them, page by page', async () => {
    const paths = [...(await groupsIn([...numbered(21), single])).keys()];

    expect(paths).toHaveLength(4);
    expect(paths).toEqual(
      expect.arrayContaining(['/hosts/api.example.com/', '/hosts/api.example.com/page/2/']),
    );
  });

  it('change with one of their services, and with no other', async () => {
    const [first, ...others] = numbered(3);
    if (!first) throw new Error('no service');
    const before = await groupsIn([first, ...others, single]);

    expect(
      await groupsIn([first, ...others, { ...single, declared: { ...single.declared, name: 'D' } }]),
    ).toEqual(before);
    const after = await groupsIn([
      { ...first, observed: { ...first.observed, facts: { ...noFacts, ...checksFound('verified') } } },
      ...others,
      single,
    ]);
    for (const [path, shows] of before) expect(after.get(path)).not.toBe(shows);
  });
});
