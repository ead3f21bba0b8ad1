import { expect, test } from './site.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('searches by words, and narrows the results step by step', async ({ page }) => {
    await page.goto('/search');
    await page.getByRole('searchbox', { name: 'Search services' }).fill('weather');
    await page.getByRole('button', { name: 'Search' }).click();
    const filters = page.getByRole('navigation', { name: 'Filters' });
    await filters.getByRole('link', { name: 'Weather & Environment' }).click();
    await filters.getByLabel('Highest price per request').fill('0.03');
    await filters.getByRole('button', { name: 'Set' }).click();
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Price' }).click();

    await expect(page.getByRole('heading', { name: '3 services' })).toBeVisible();
    await expect(page.locator('.rows li a')).toContainText([
      'Athens Weather',
      'Bergen Weather',
      'Cork Weather',
    ]);
  });

  test('narrows the results to services that were paid, and sorts them by payments', async ({ page }) => {
    await page.goto('/services/');
    await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: 'Paid for' }).click();
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Payments' }).click();

    await expect(page).toHaveURL('/search?paid=true&sortBy=payments');
    await expect(page.locator('.chips a')).toContainText(['Paid for']);
    await expect(page.locator('.rows .paid')).toHaveText([
      '245 payments',
      '199 payments',
      '40 payments to a shared wallet',
      '40 payments to a shared wallet',
    ]);
  });

  test('shows what it understood of a sentence, and lets the visitor remove it', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Search services' }).fill('trams under $0.03 on Base');
    await page.getByRole('button', { name: 'Search' }).click();

    await expect(page.locator('.chips a')).toContainText(['under $0.03', 'on Base']);
    await expect(page.locator('.rows li')).toHaveCount(2);
    await page.getByRole('link', { name: 'under $0.03' }).click();
    await expect(page.locator('.chips a')).toContainText(['on Base']);
    await expect(page.locator('.rows li')).toHaveCount(8);
  });

  test('keeps the query in the box and the filters as chips', async ({ page }) => {
    await page.goto('/search?query=cork&category=market-data&chain=eip155:8453&maxPricePerRequest=0.5');

    await expect(page.getByRole('searchbox', { name: 'Search services' })).toHaveValue('cork');
    await expect(page.locator('.chips a')).toContainText(['Market', 'Base', 'at most 0.5']);
    await expect(page.locator('.rows li a')).toContainText(['Cork Exchange']);
  });

  test('pages through results without losing the query', async ({ page }) => {
    await page.goto('/search?chain=base');
    await page.getByRole('link', { name: 'Next' }).click();

    await expect(page).toHaveURL(/\/search\?chain=base&page=2$/);
    await expect(page.getByText(/Page 2 of \d/)).toBeVisible();
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page).toHaveURL(/\/search\?chain=base$/);
  });

  test('says so when nothing matches', async ({ page }) => {
    await page.goto('/search?query=weather&status=inactive');

    await expect(page.getByRole('heading', { name: '0 services' })).toBeVisible();
    await expect(page.getByText('Nothing in the catalog matches')).toBeVisible();
  });

  test('names an invalid price, and how to write it', async ({ page }) => {
    const answer = await page.goto('/search?maxPricePerRequest=1e-3');

    expect(answer?.status()).toBe(400);
    await expect(page.locator('.notice')).toContainText('"1e-3" is not a plain decimal');
  });

  test('compares selected services', async ({ page }) => {
    await page.goto('/search?query=weather');
    await page.getByLabel('Compare Athens Weather').check();
    await page.getByLabel('Compare Cork Weather').check();
    await page.getByRole('button', { name: 'Compare selected' }).click();

    await expect(page.getByRole('columnheader')).toContainText(['Athens Weather', 'Cork Weather']);
    await expect(page.getByRole('row', { name: /^Price/ })).toContainText('0.010');
  });
});

test.describe('with JavaScript', () => {
  test('shows results while typing, and supports the back button', async ({ page }) => {
    await page.goto('/services/');
    await page.getByRole('searchbox', { name: 'Search services' }).pressSequentially('museums in ghent');

    await expect(page.locator('.rows li a').first()).toContainText('Ghent Museums');
    await expect(page).toHaveURL(/\/search\?query=museums\+in\+ghent$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/services\/$/);
    await expect(page.locator('.rows li')).toHaveCount(20);
  });

  test('can be used by keyboard alone: search, filter, open, copy', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/services/');
    await page.getByRole('searchbox', { name: 'Search services' }).focus();
    await page.keyboard.type('exchange');
    const verified = page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('link', { name: /^Verified/ });
    await expect(page).toHaveURL(/query=exchange/);
    await expect(page.locator('.rows li a').first()).toContainText('Exchange');

    await verified.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/status=verified/);
    // The URL changes before the results arrive.
    await expect(page.locator('.chips')).toContainText('Verified');
    await expect(verified).toBeFocused();

    await page.locator('.rows li a').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Exchange');
    await page.getByRole('button', { name: 'Copy wallet address' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Copied').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '0x00000000000000000000000000000000000000a1',
    );
  });
});
