import type { Page } from '@playwright/test';
import { registration } from './services.ts';
import { expect, test } from './site.ts';
import { installWallet } from './wallet.ts';

/** Signs in with the wallet of the test. */
async function signIn(page: Page, path = '/listings/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click();
  await expect(page.getByText('Signed in as').first()).toBeVisible();
}

test('signs in with a wallet', async ({ page }) => {
  const { owner } = await installWallet(page);
  await signIn(page);
  await expect(page.locator('#owner')).toContainText(owner);
  await expect(page.getByText('You have no services yet.')).toBeVisible();
  await page.screenshot({ path: '/tmp/shots/list-empty.png', fullPage: true });
});

test('look', async ({ page, site }) => {
  test.setTimeout(200_000);
  await page.goto('/listings/');
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/shots/signed-out.png', fullPage: true });
  const id = await site.register(registration('Look Here', 'look-here'));
  await site.register(registration('Look There', 'look-there'));
  await page.getByLabel('API key').fill(site.key);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await expect(page.locator('.concerns li').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const shot = (name: string) =>
        page.screenshot({ path: `/tmp/shots/${name}-${String(width)}-${colorScheme}.png`, fullPage: true });
      await page.goto('/listings/');
      await expect(page.locator('.concerns li').first()).toBeVisible();
      await shot('list');
      await page.getByRole('button', { name: 'Hand over Look Here' }).click();
      await shot('dialog');
      await page.keyboard.press('Escape');
      await page.goto(`/listings/?edit=${id}`);
      await page.getByLabel('Price per request').fill('0.25');
      await page.getByLabel('Deprecation').fill('Ends in March.');
      await page.getByLabel('Endpoint').fill('http://localhost/');
      await expect(page.getByText('Fix').first()).toBeVisible();
      await shot('edit-wrong');
      await page.getByLabel('Endpoint').fill('https://api.example.com/look-here-2/');
      await expect(page.getByText('Ready:').first()).toBeVisible();
      await shot('edit');
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto(`/listings/?claim=${id}`);
      await shot('claim');
    }
  }
});
