import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import { ownedPath, seenPath } from './pages.ts';
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

for (const language of ['', '/de']) {
  test(`every page leads to a feed of what it shows, in its language: ${language || '/en'}`, async ({
    page,
  }) => {
    for (const [path, folder, query] of pages) {
      await page.goto(language + path);
      for (const [format, type] of [
        ['atom', 'application/atom+xml'],
        ['json', 'application/feed+json'],
      ] as const) {
        const link = page.locator(`link[rel=alternate][type="${type}"]`);
        await expect.soft(link, path).toHaveAttribute('href', `${language}${folder}feed.${format}${query}`);
        await expect.soft(link, path).toHaveAttribute('title', /^Tollbook: ./);
      }
    }
  });
}

test('feeds are valid, and say in each language what happened', async ({ request }) => {
  for (const [path, folder, query] of pages) {
    const atom = await request.get(`${folder}feed.atom${query}`);
    expect.soft(faultsOfAtom(await atom.text()), path).toEqual([]);
    readJsonFeed(await (await request.get(`${folder}feed.json${query}`)).text());
  }

  const titleOf = async (path: string): Promise<string | undefined> =>
    readJsonFeed(await (await request.get(path)).text()).items.at(-1)?.title;
  expect(await titleOf(`${ownedPath}feed.json`)).toMatch(/^New: /);
  expect(await titleOf(`/de${ownedPath}feed.json`)).toMatch(/^Neu: /);
});

test('people find the feed of a category, a service and a search on its page', async ({ page }) => {
  const targetOf = async (path: string, name: string): Promise<string | null> => {
    await page.goto(path);
    return page.getByRole('link', { name }).getAttribute('href');
  };

  expect(await targetOf('/', 'Changes as a feed')).toBe('/feed.atom');
  expect(await targetOf('/categories/market-data/', 'Follow this category by feed')).toBe(
    '/categories/market-data/feed.atom',
  );
  expect(await targetOf(seenPath, 'Follow its changes by feed')).toBe(`${seenPath}feed.atom`);
  expect(await targetOf('/search?query=weather', 'Follow this search by feed')).toBe(
    '/search/feed.atom?query=weather',
  );
  expect(await targetOf(`/de${seenPath}`, 'Änderungen als Feed abonnieren')).toBe(`/de${seenPath}feed.atom`);
});

test('the feed of a search follows what the visitor asks for', async ({ page }) => {
  await page.goto('/services/');
  const link = page.getByRole('link', { name: 'Follow this search by feed' });
  await expect(link).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Search services' }).fill('weather');
  await expect(link).toHaveAttribute('href', '/search/feed.atom?query=weather');
});
