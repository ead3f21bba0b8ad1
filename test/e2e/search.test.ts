import { expect, test } from './site.ts';

test.use({ javaScriptEnabled: false });

test('searches without JavaScript, by words, category and price', async ({ page }) => {
  await page.goto('/search');
  await page.getByRole('searchbox', { name: 'Search services' }).fill('weather');
  await page.getByLabel('Category').selectOption('Weather & Environment');
  await page.getByLabel('Highest price per request').fill('0.03');
  await page.getByLabel('Order').selectOption('Price, lowest first');
  await page.getByRole('button', { name: 'Search' }).click();

  await expect(page.getByRole('heading', { name: '3 services' })).toBeVisible();
  await expect(page.locator('.services a')).toContainText([
    'Athens Weather',
    'Bergen Weather',
    'Cork Weather',
  ]);
});

test('keeps what was asked in the form', async ({ page }) => {
  await page.goto('/search?query=cork&category=market-data&chain=eip155:8453&status=unverified&sortBy=name');

  await expect(page.getByRole('searchbox', { name: 'Search services' })).toHaveValue('cork');
  await expect(page.getByLabel('Category')).toHaveValue('market-data');
  await expect(page.getByLabel('Network')).toHaveValue('base');
  await expect(page.getByLabel('Status')).toHaveValue('unverified');
  await expect(page.getByLabel('Order')).toHaveValue('name');
  await expect(page.locator('.services a')).toContainText(['Cork Exchange']);
});

test('turns pages without losing the question', async ({ page }) => {
  await page.goto('/search?chain=base');
  await page.getByRole('link', { name: 'Next' }).click();

  await expect(page).toHaveURL(/\/search\?chain=base&page=2$/);
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/\/search\?chain=base$/);
});

test('says so when nothing matches', async ({ page }) => {
  await page.goto('/search?query=weather&status=verified');

  await expect(page.getByRole('heading', { name: '0 services' })).toBeVisible();
  await expect(page.getByText('Nothing in the catalog matches')).toBeVisible();
});

test('names a price it cannot read, and how to write it', async ({ page }) => {
  const answer = await page.goto('/search?maxPricePerRequest=1e-3');

  expect(answer?.status()).toBe(400);
  await expect(page.locator('.notice')).toContainText('"1e-3" is not a plain decimal');
  await expect(page.getByLabel('Highest price per request')).toHaveValue('1e-3');
});
