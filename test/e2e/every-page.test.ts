import { expect, siteUrl, test } from './site.ts';

const paths = [
  '/',
  '/services/',
  '/services/page/2/',
  '/categories/',
  '/categories/market-data/',
  '/categories/other/',
  '/search?query=weather',
  '/register/',
  '/docs/',
  '/docs/api/',
  '/problems/',
  '/problems/registration_invalid/',
  '/problems/unauthorized/',
];

for (const path of paths) {
  test(`${path} says what it is and fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);

    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).toHaveTitle(/Tollbook/);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      siteUrl + path.replace(/\?.*$/, ''),
    );
    await expect(page.locator('main:visible')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess).toBe(0);
  });
}

test('gives every page a title of its own', async ({ request }) => {
  const titles = await Promise.all(
    paths.map(async (path) => /<title>(.*?)<\/title>/.exec(await (await request.get(path)).text())?.[1]),
  );

  expect(new Set(titles).size).toBe(paths.length);
});

test('lets a keyboard skip to the content, and shows where it is', async ({ page }) => {
  await page.goto('/services/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = page.locator('main a').first();
  await expect(first).toBeFocused();
  await expect(first).toHaveCSS('outline-style', 'solid');
});
