import { services } from './services.ts';
import { expect, test } from './site.ts';

test('leads from the front page through the list to a service', async ({ page }) => {
  await page.goto('/');
  expect(Number(await page.locator('.counts dd').first().textContent())).toBeGreaterThanOrEqual(
    services.length,
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All services');

  await page.getByRole('link', { name: 'Athens Exchange' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Athens Exchange');
});

test('tells of a service what a buyer needs to know', async ({ page }) => {
  await page.goto('/search?query=athens+exchange');
  await page.getByRole('link', { name: 'Athens Exchange' }).click();
  const facts = page.locator('.facts');

  await expect(facts).toContainText('https://api.example.com/athens/exchange');
  await expect(facts).toContainText('0.015 USDC per request');
  await expect(facts).toContainText('15 USDC for 1,000 requests');
  await expect(facts).toContainText('0x00000000000000000000000000000000000000a1');
  await expect(facts).toContainText('eip155:8453');
  await expect(facts).toContainText('Unverified');
  await expect(facts).toContainText('Not rated yet');
  await expect(page.locator('pre')).toContainText("'https://api.example.com/athens/exchange'");
});

test('turns the pages of a long list, each service on one of them', async ({ page }) => {
  const names: string[] = [];
  await page.goto('/services/');
  names.push(...(await page.locator('.services a').allTextContents()));
  await page.getByRole('link', { name: 'Next' }).click();
  names.push(...(await page.locator('.services a').allTextContents()));

  await expect(page).toHaveURL(/\/services\/page\/2\/$/);
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0);
  expect(new Set(names).size).toBe(names.length);
  expect(names.map((name) => name.trim())).toEqual(expect.arrayContaining(services.map(({ name }) => name)));
});

test('lists a category on a page of its own', async ({ page }) => {
  await page.goto('/categories/');
  await page.getByRole('link', { name: 'Food & Lifestyle' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Food & Lifestyle');
  await expect(page.locator('.services li')).toHaveCount(8);
  await expect(page.locator('.services li').first()).toContainText('Athens Recipes');
});

test('answers an unknown address with 404 and a search', async ({ page }) => {
  const answer = await page.goto('/services/no-such-service-00000000/');
  expect(answer?.status()).toBe(404);

  await page.getByRole('searchbox', { name: 'Search services' }).fill('ghent');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: '7 services' })).toBeVisible();
});
