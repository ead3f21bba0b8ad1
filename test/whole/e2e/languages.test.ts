import { seenPath } from './pages.ts';
import { attribute, ServedPage } from './served-page.ts';
import { expect, siteUrl, test } from './site.ts';

test('German pages write prices with a comma, once', async ({ page }) => {
  await page.goto('/de/search?query=weather');
  await page.getByLabel(/Athens Weather/).check();
  await page.getByLabel(/Cork Weather/).check();
  await page.getByRole('button', { name: /vergleichen/i }).click();

  const prices = page.getByRole('row', { name: /^Preis/ });
  await expect(prices).toContainText('0,010 USDC10 für 1.000');
  await expect(prices).toContainText('angegeben 0,030, aktuell 0,5 USDC500 für 1.000');
});

test('German pages name categories in German, wherever they stand', async ({ page }) => {
  await page.goto('/de/categories/');
  await page.getByRole('main').getByRole('link', { name: 'Wetter & Umwelt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wetter & Umwelt');
  await expect(page.locator('.lead')).toContainText('Regen und Temperatur');
  await expect(page.locator('.rows .category').first()).toHaveText('Wetter & Umwelt');

  await page.goto('/de/search?query=weather');
  await expect(page.locator('.facets')).toContainText('Wetter & Umwelt');
  await page.getByRole('combobox', { name: 'Dienste suchen' }).fill('weath');
  await expect(page.getByRole('option', { name: 'Wetter & Umwelt' })).toBeVisible();
  await page.goto('/de/register/');
  await expect(page.getByLabel('Kategorie')).toContainText('Wetter & Umwelt');
});

test('a page and its other versions name each other', async ({ request }) => {
  for (const path of [seenPath, `/de${seenPath}`]) {
    const page = new ServedPage(await (await request.get(path)).text());
    const versions = page.links('alternate').filter((link) => attribute(link, 'hrefLang') !== undefined);

    expect(versions.map((link) => [attribute(link, 'hrefLang'), attribute(link, 'href')])).toEqual([
      ['en', siteUrl + seenPath],
      ['de', `${siteUrl}/de${seenPath}`],
      ['x-default', siteUrl + seenPath],
    ]);
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
    await page.getByRole('combobox', { name: 'Dienste suchen' }).fill('trams');
    await expect(page).toHaveURL(/\/de\/search\?.*trams/);
    await page.locator('.rows > li').first().getByRole('link').first().click();

    await expect(page).toHaveURL(/\/de\/services\//);
  });

  test('takes a search that was typed into another language', async ({ page }) => {
    await page.goto('/de/services/');
    await page.getByRole('combobox', { name: 'Dienste suchen' }).fill('trams');
    await expect(page).toHaveURL('/de/search?query=trams');
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();

    await expect(page).toHaveURL('/search?query=trams');
    await expect(page.locator('#results')).toHaveText('8 services');
  });
});
