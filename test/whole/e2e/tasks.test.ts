import type { Page } from '@playwright/test';
import { divertedPath } from './pages.ts';
import { fillForm } from './registration-form.ts';
import { otherWallet, services } from './services.ts';
import { expect, test } from './site.ts';

/*
 * What four kinds of users come for, from the front page to the end, on a phone, a tablet and a desktop, with scripts and without. Widths and
 * scripts have little to do with each other, so the phone alone sees both ways.
 */

const looks = [
  { width: 360, javaScriptEnabled: true },
  { width: 360, javaScriptEnabled: false },
  { width: 768, javaScriptEnabled: false },
  { width: 1440, javaScriptEnabled: true },
];

/** Follows a link of the header, whose sections are behind a button on a phone. */
async function goTo(page: Page, section: string): Promise<void> {
  const button = page.locator('.menu > summary');
  if (await button.isVisible()) await button.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: section }).click();
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('main').getByLabel('Search services').fill(text);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
}

/** The request that a page shows as a curl command, as one line. */
async function curlOf(page: Page): Promise<string> {
  const command = page.getByRole('group', { name: 'curl example' });
  return ((await command.textContent()) ?? '').replace(/\s+/g, ' ');
}

for (const { width, javaScriptEnabled } of looks) {
  test.describe(`${String(width)} pixels wide, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ viewport: { width, height: 900 }, javaScriptEnabled });

    test('a buyer finds a service that keeps its price, how to call it, and is warned of a false wallet', async ({
      page,
    }) => {
      await searchFor(page, 'weather under $0.03');
      const results = page.locator('.rows > li');
      await expect(results.first()).toContainText('Weather');
      await expect(page.getByRole('main')).not.toContainText('0.040 USDC');

      await results.first().getByRole('link').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Weather$/);
      await expect(page.getByText('Verified').first()).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Price and payment' })).toContainText('USDC');
      expect(await curlOf(page)).toMatch(/^curl .*'https:\/\/api\.example\.com\/\w+\/weather'/);

      await page.goto(divertedPath);
      const alert = page.locator('.wallet-alert');
      await expect(alert).toContainText(otherWallet);
      await expect(alert).toBeInViewport();
      await expect(alert.getByRole('button')).toHaveCount(0);
    });

    test('an owner learns how to list a service, and gets what to send', async ({ page, site }) => {
      await page.goto('/');
      await goTo(page, 'Register');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (javaScriptEnabled) {
        await fillForm(page, 'Harbour Tides');
        await page.getByRole('button', { name: 'Make the file for a pull request' }).click();
        await expect(page.locator('#file pre')).toContainText('"name": "Harbour Tides"');
        return;
      }

      await page.getByRole('main').getByRole('link', { name: 'register with one request' }).click();
      const example: unknown = JSON.parse(
        (await page.locator('[data-file="service.json"] pre').textContent()) ?? '',
      );
      expect(await site.tryOut(Object(example) as object)).toBe(200);
    });

    test('a scanner finds the whole catalog as data, and every state with its list', async ({ page }) => {
      await page.goto('/');
      const href = await page.getByRole('link', { name: 'Whole catalog as JSON' }).getAttribute('href');
      const whole = (await (await page.request.get(href ?? '')).json()) as { endpoints: unknown[] };
      expect(whole.endpoints.length).toBeGreaterThanOrEqual(services.length);

      await goTo(page, 'Status');
      await page.locator('.shares li').filter({ hasText: 'Price differs' }).getByRole('link').click();
      await expect(page.locator('.rows > li').first()).toContainText('Price differs');
    });

    test('an agent builder gets from the docs to answers of the API', async ({ page }) => {
      await page.goto('/');
      await goTo(page, 'Docs');
      await page.getByRole('main').getByRole('link', { name: /agent/i }).first().click();
      await expect(page).toHaveURL(/\/docs\/agents\//);
      await expect(page.getByRole('main')).toContainText('/api/');

      await page.goto('/docs/api/');
      await expect(page.getByRole('main')).toContainText('/api/services');
    });
  });
}
