import type { APIRequestContext } from '@playwright/test';
import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import { ownedPath, seenPath } from './pages.ts';
import { attribute, ServedPage } from './served-page.ts';
import { expect, test } from './site.ts';

/** Pages, and the folder of the feed that each leads to, with its parameters. */
const pages = [
  ['/', '/', ''],
  ['/services/', '/', ''],
  ['/docs/', '/', ''],
  ['/categories/market-data/', '/categories/market-data/', ''],
  [seenPath, seenPath, ''],
  ['/search?query=weather&status=verified', '/search/', '?query=weather&status=verified'],
  ['/search?query=weather&sortBy=price&page=2', '/search/', '?query=weather'],
] as const;

const read = async (request: APIRequestContext, path: string): Promise<ServedPage> =>
  new ServedPage(await (await request.get(path)).text());

test('every page leads to a feed of what it shows, in its language', async ({ request }) => {
  for (const language of ['', '/de']) {
    for (const [path, folder, query] of pages) {
      const feeds = (await read(request, language + path))
        .links('alternate')
        .filter((link) => /(?:atom|feed)\+/.test(attribute(link, 'type') ?? ''));

      expect
        .soft(
          feeds.map((link) => ['type', 'href'].map((name) => attribute(link, name))),
          path,
        )
        .toEqual([
          ['application/atom+xml', `${language}${folder}feed.atom${query}`],
          ['application/feed+json', `${language}${folder}feed.json${query}`],
        ]);
      for (const link of feeds) expect.soft(attribute(link, 'title'), path).toMatch(/^Tollbook: ./);
    }
  }
});

test('feeds are valid, and say in each language what happened', async ({ request }) => {
  for (const [path, folder, query] of pages) {
    const atom = await request.get(`${folder}feed.atom${query}`);
    expect.soft(faultsOfAtom(await atom.text()), path).toEqual([]);
    readJsonFeed(await (await request.get(`${folder}feed.json${query}`)).text());
  }

  const titleOf = async (path: string): Promise<string | undefined> =>
    readJsonFeed(await (await request.get(path)).text()).items.at(-1)?.title;
  // A server that has just started may still read what happened before.
  await expect.poll(() => titleOf(`${ownedPath}feed.json`)).toMatch(/^New: /);
  await expect.poll(() => titleOf(`/de${ownedPath}feed.json`)).toMatch(/^Neu: /);
});

test('people find the feed of a category, a service and a search on its page', async ({ request }) => {
  for (const [path, name, feed] of [
    ['/', 'Changes as a feed', '/feed.atom'],
    ['/categories/market-data/', 'Follow this category by feed', '/categories/market-data/feed.atom'],
    [seenPath, 'Follow its changes by feed', `${seenPath}feed.atom`],
    ['/search?query=weather', 'Follow this search by feed', '/search/feed.atom?query=weather'],
    [`/de${seenPath}`, 'Änderungen als Feed abonnieren', `/de${seenPath}feed.atom`],
  ] as const) {
    expect((await read(request, path)).target(name), path).toBe(feed);
  }
});

test('the feed of a search follows what the visitor asks for', async ({ page }) => {
  await page.goto('/services/');
  const link = page.getByRole('link', { name: 'Follow this search by feed' });
  await expect(link).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Search services' }).fill('weather');
  await expect(link).toHaveAttribute('href', '/search/feed.atom?query=weather');
});
