import { HtmlValidate } from 'html-validate';
import { excessOf, faultsOf } from './faults.ts';
import { paths } from './pages.ts';
import { expect, siteUrl, test } from './site.ts';

test('every page has its metadata', async ({ page }) => {
  test.setTimeout(600_000);

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
  }
});

/** The rules whose verdict depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Those that axe leaves out by itself, although WCAG 2.2 has them: targets of 24 pixels. */
const furtherRules = { 'target-size': { enabled: true } };

// A phone, a tablet held upright, a desktop; and the colours once more in the dark, since they do not depend on the width.
const looks = [
  { width: 360, colorScheme: 'light', options: { rules: furtherRules } },
  { width: 768, colorScheme: 'light', options: { rules: furtherRules } },
  { width: 1440, colorScheme: 'light', options: { rules: furtherRules } },
  { width: 1440, colorScheme: 'dark', options: { runOnly: colourRules } },
] as const;

for (const path of paths) {
  test(`fits every width, and has no fault that axe finds: ${path}`, async ({ page }) => {
    await page.goto(path);

    for (const { width, colorScheme, options } of looks) {
      const look = `${String(width)} pixels, ${colorScheme}`;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect.soft(await faultsOf(page, options), look).toEqual([]);
      expect.soft(await excessOf(page), look).toBe(0);
    }
  });
}

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

test('is written in the font that it loads, in every weight', async ({ page }) => {
  await page.goto('/');
  const ranges = await page.evaluate(async () => {
    const weights = [400, 500, 550, 600, 650, 700];
    const faces = weights.map((weight) =>
      document.fonts.load(`${String(weight)} 16px 'Figtree Variable'`, 'Aé…'),
    );
    return (await Promise.all(faces)).map((matching) => matching.map(({ unicodeRange }) => unicodeRange));
  });

  expect(new Set(ranges.map((each) => each.join(' and '))).size).toBe(1);
  expect(ranges[0]).toEqual([expect.stringMatching(/^U\+20-7E,/)]);
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
