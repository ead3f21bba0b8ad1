import { brotliCompressSync } from 'node:zlib';
import { documentPaths } from '../../../src/site/documents.ts';
import { excessOf, faultsOf } from './faults.ts';
import { expect, test } from './site.ts';

/** The most that the search index may weigh, compressed. It grows with the docs, and is loaded by those alone who search them. */
const maxIndexBytes = 29_000;

const menu = { name: 'Docs' } as const;

test('leads through all documents, one after the other', async ({ page }) => {
  await page.goto('/docs/');
  for (const path of documentPaths.slice(1)) {
    await page
      .getByRole('navigation', { name: 'Previous and next' })
      .getByRole('link', { name: /^Next/ })
      .click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('navigation', menu).locator('[aria-current=page]')).toHaveAttribute(
      'href',
      path,
    );
  }
});

test('links to every section, by keyboard too, and prints the text alone', async ({ page }) => {
  await page.goto('/docs/owners/');
  const anchor = page.getByRole('link', { name: 'Link to “2. List the service”' });
  await anchor.focus();
  await expect(anchor).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/docs/owners/#list');

  const sections = page.getByRole('navigation', { name: 'On this page' });
  await sections.getByRole('link', { name: '4. Correct it' }).click();
  await expect(page.getByRole('heading', { name: '4. Correct it', exact: true })).toBeInViewport();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'List your API' })).toBeVisible();
  for (const part of ['.docs-menu', '.toc', '.neighbours', '.anchor >> nth=0', '.copy >> nth=0']) {
    await expect(page.locator(part)).toBeHidden();
  }
});

test('skips to the text of a document by keyboard, and scrolls code, of which it wraps none', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/docs/buyers/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');

  await expect(page.locator('#document a').first()).toBeFocused();

  const code = page.getByRole('group', { name: 'buy.mjs' });
  await code.focus();
  await page.keyboard.press('ArrowRight');

  await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await expect(code).toHaveCSS('white-space', 'pre');
});

test.describe('the search', () => {
  test('finds sections while the reader types, by keyboard alone, with an index that it loads then', async ({
    page,
    request,
  }) => {
    const requests: string[] = [];
    page.on('request', (each) => requests.push(new URL(each.url()).pathname));
    await page.goto('/docs/');
    expect(requests).not.toContain('/docs/search-index.json');

    await page.getByLabel('Search the docs').first().focus();
    await expect.poll(() => requests).toContain('/docs/search-index.json');
    const index = await (await request.get('/docs/search-index.json')).body();
    expect(brotliCompressSync(index).length).toBeLessThan(maxIndexBytes);

    const box = page.getByRole('searchbox', { name: 'Search the docs' });
    await box.fill('revoke');
    const found = page.locator('#docs-found');
    await expect(found.getByRole('link').first()).toContainText('List and revoke keys');
    await expect(found.locator('mark').first()).toHaveText('revoke');
    await expect(page.locator('#docs-count')).toHaveText(/^\d+ matches for “revoke”$/);

    await box.press('ArrowDown');
    await expect(found.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(box).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(found).toBeHidden();

    await box.fill('revoke key');
    await expect(found.getByRole('link').first()).toBeVisible();
    await box.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/docs/owners/manage/#keys');
  });

  test('shows what a reader types as text, and leads to all matches', async ({ page }) => {
    await page.goto('/docs/');
    const box = page.getByRole('searchbox', { name: 'Search the docs' });
    await box.fill('<img src=x onerror=alert(1)>zz');
    await expect(page.locator('#docs-found')).toContainText('<img src=x onerror=alert(1)>zz');

    await box.fill('price');
    await page.getByRole('link', { name: /^All \d+ matches$/ }).click();
    await expect(page).toHaveURL('/docs/search/?q=price');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(/matches for “price”$/);
    await expect(page.locator('.docs-results li')).not.toHaveCount(0);

    await page.goto(`/docs/search/?q=${encodeURIComponent('"><script>alert(1)</script> key')}`);
    await expect(page.getByRole('heading', { level: 2 })).toContainText('“"><script>alert(1)</script> key”');
  });

  test('fits a phone while it shows matches, and has no fault that axe finds', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/docs/');
    await page.getByText('All docs and search').click();
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('wallet');
    await expect(page.locator('#docs-found').getByRole('link').first()).toBeVisible();

    expect(await excessOf(page)).toBe(0);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await faultsOf(page), String(width)).toEqual([]);
    }
  });
});

test('filters the operations of the API', async ({ page }) => {
  await page.goto('/docs/api/');
  const operations = page.getByRole('navigation', { name: 'Operations' });
  await operations.getByLabel('Filter operations').fill('delete /api/keys');

  await expect(operations.getByRole('link')).toHaveText(['Owners', 'Revoke one of your keys']);
  await operations.getByLabel('Filter operations').fill('');
  await expect(operations.getByRole('link', { name: 'Basics' })).toBeVisible();
});

test('keeps menu and sections in reach at every width', async ({ page }) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/docs/payments/');
    const links = [
      {
        of: 'All docs and search',
        link: page.getByRole('navigation', menu).getByRole('link', { name: 'Checks' }),
      },
      {
        of: 'On this page',
        link: page
          .getByRole('navigation', { name: 'On this page' })
          .getByRole('link', { name: 'Doubtful payers' }),
      },
    ];

    for (const { of, link } of links) {
      const summary = page.locator('summary', { hasText: of });
      if (await summary.isVisible()) {
        await expect(link).toBeHidden();
        await summary.click();
      }
      await expect(link).toBeVisible();
    }
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('searches on the server, and opens the menu and the sections on a phone', async ({ page }) => {
    await page.goto('/docs/');
    const box = page.getByRole('searchbox', { name: 'Search the docs' });
    await box.fill('revoke a key');
    await box.press('Enter');

    await expect(page).toHaveURL('/docs/search/?q=revoke+a+key');
    await expect(page.locator('.docs-results a').first()).toHaveText('List and revoke keys');
    await page.locator('.docs-results a').first().click();
    await expect(page).toHaveURL('/docs/owners/manage/#keys');

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/docs/scanners/');
    await page.getByText('On this page', { exact: true }).last().click();
    await page.getByRole('link', { name: 'Limits', exact: true }).click();
    await expect(page).toHaveURL('/docs/scanners/#limits');

    await page.getByText('All docs and search').click();
    await page.getByRole('navigation', menu).getByRole('link', { name: 'API', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
  });
});
