import AxeBuilder from '@axe-core/playwright';
import { HtmlValidate } from 'html-validate';
import { paths } from './pages.ts';
import { expect, siteUrl, test } from './site.ts';

test('every page has its metadata and fits a phone', async ({ page }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 360, height: 740 });

  for (const path of paths) {
    await page.goto(path);
    await expect.soft(page.locator('html'), path).toHaveAttribute('lang', 'en');
    await expect.soft(page, path).toHaveTitle(/Tollbook/);
    await expect.soft(page.locator('meta[name=description]'), path).toHaveAttribute('content', /\w{3}/);
    await expect
      .soft(page.locator('link[rel=canonical]'), path)
      .toHaveAttribute('href', siteUrl + path.replace(/\?.*$/, ''));
    await expect.soft(page.locator('main:visible'), path).toHaveCount(1);
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(excess, path).toBe(0);
  }
});

/** The rules whose verdict depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

for (const width of [360, 1440]) {
  test(`no page has a fault that axe finds, at ${String(width)} pixels`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height: 900 });

    for (const path of paths) {
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect.soft(violations, path).toEqual([]);
    }
  });
}

// Colours do not depend on the width.
test('no page has a fault of colour that axe finds in the dark', async ({ page }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ colorScheme: 'dark' });

  for (const path of paths) {
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).withRules(colourRules).analyze();
    expect.soft(violations, path).toEqual([]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page shows its content', async ({ page }) => {
    for (const path of paths) {
      await page.goto(path);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect.soft(page.locator('button[data-copy]:visible'), path).toHaveCount(0);
    }
  });
});

test('writes valid HTML on every page', async ({ request }) => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // Rules of style, and rules about titles, which owners write.
      'void-style': 'off',
      'no-trailing-whitespace': 'off',
      'long-title': 'off',
      'form-dup-name': ['error', { shared: ['checkbox', 'radio'] }],
    },
  });

  for (const path of paths) {
    const { results } = await validator.validateString(await (await request.get(path)).text());
    expect
      .soft(
        results.flatMap(({ messages }) => messages),
        path,
      )
      .toEqual([]);
  }
});

test('gives every page a title of its own', async ({ request }) => {
  const titles = await Promise.all(
    paths.map(async (path) => /<title>(.*?)<\/title>/.exec(await (await request.get(path)).text())?.[1]),
  );

  expect(new Set(titles).size).toBe(paths.length);
});

test('lets keyboard users skip to the content, with a visible focus', async ({ page }) => {
  await page.goto('/services/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = page.locator('main input:visible').first();
  await expect(first).toBeFocused();
  await expect(first).toHaveCSS('outline-style', 'solid');
});
