import type { Page } from '@playwright/test';
import { ownCategories } from '../../../bench/own-categories.ts';
import { excessOf, faultsOf } from './faults.ts';
import { paths, seenPath } from './pages.ts';
import { describedRequest, ownership } from './services.ts';
import { expect, siteUrl, test } from './site.ts';

const germanPaths = paths.map((path) => `/de${path}`);

test('every page has a German version, which leads on in German', async ({ page }) => {
  test.setTimeout(300_000);

  for (const path of germanPaths) {
    await page.goto(path);
    await expect.soft(page.locator('html'), path).toHaveAttribute('lang', 'de');
    await expect
      .soft(page.locator('link[rel=canonical]'), path)
      .toHaveAttribute('href', siteUrl + path.replace(/\?.*$/, ''));
    const elsewhere = await page
      .locator('a[href^="/"]:not([hreflang]), form[action^="/"]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? ''),
      );
    expect
      .soft(
        elsewhere.filter(
          (href) => !/^\/(de\/|de$|api\/|openapi\.json|badge\/|health|schema|\.well-known\/)/.test(href),
        ),
        path,
      )
      .toEqual([]);
  }
});

/** Words that English sentences have and German ones do not. */
const english = /\b(the|of|and|is|are|for|with|by|this|that|from|its|no|not|your|you|see|how|what|all)\b/i;

/** Everything that a page says by itself: its texts, and the attributes that are read out; without what is marked as English, or as code. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const foreign = '[lang=en], code, pre, script, style, svg text';
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest(foreign)) {
        texts.push(walker.currentNode.textContent ?? '');
      }
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [title], [placeholder], [alt], meta[name=description]',
    )) {
      if (element.closest(foreign)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'content']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
  });
}

test('no German page speaks English', async ({ page }) => {
  test.setTimeout(300_000);
  const listed = (await (await page.request.get('/api/services?limit=100')).json()) as object[];
  const owners = JSON.stringify([listed, await ownCategories(), describedRequest, ownership]);
  const isOwners = (text: string): boolean =>
    owners.includes(JSON.stringify(text.replace(/…$/, '')).slice(1, -1));

  for (const path of germanPaths) {
    await page.goto(path);
    const found = (await textsOf(page)).filter((text) => english.test(text) && !isOwners(text));
    expect.soft([...new Set(found)], path).toEqual([]);
  }
});

test('German pages write prices with a comma, once', async ({ page }) => {
  await page.goto('/de/search?query=weather');
  await page.getByLabel(/Athens Weather/).check();
  await page.getByLabel(/Cork Weather/).check();
  await page.getByRole('button', { name: /vergleichen/i }).click();

  const prices = page.getByRole('row', { name: /^Preis/ });
  await expect(prices).toContainText('0,010 USDC10 für 1.000');
  await expect(prices).toContainText('angegeben 0,030, aktuell 0,5 USDC500 für 1.000');
});

test('a page and its other versions name each other', async ({ page }) => {
  for (const path of [seenPath, `/de${seenPath}`]) {
    await page.goto(path);
    const versions = await page
      .locator('link[rel=alternate][hreflang]')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
      );

    expect(versions).toEqual([
      ['en', siteUrl + seenPath],
      ['de', `${siteUrl}/de${seenPath}`],
      ['x-default', siteUrl + seenPath],
    ]);
  }
});

test('no German page has a fault that axe finds, and all fit a phone', async ({ page }) => {
  test.setTimeout(600_000);
  await page.setViewportSize({ width: 360, height: 740 });

  for (const path of germanPaths) {
    await page.goto(path);
    expect.soft(await faultsOf(page), path).toEqual([]);
    expect.soft(await excessOf(page), path).toBe(0);
  }
});

test.describe('a reader of German', () => {
  test.use({ locale: 'de-AT' });

  test('gets German pages, and English ones after choosing those', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/de/');

    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/');
    await page.goto(seenPath);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');

    await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(`/de${seenPath}`);
  });

  test('finds services with scripts, and stays in German', async ({ page }) => {
    await page.goto('/de/search?query=weather');
    await page.getByRole('main').getByRole('combobox').first().fill('trams');
    await expect(page).toHaveURL(/\/de\/search\?.*trams/);
    await page.locator('.rows > li').first().getByRole('link').first().click();

    await expect(page).toHaveURL(/\/de\/services\//);
  });
});
