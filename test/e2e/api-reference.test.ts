import { expect, test } from './site.ts';

test('shows every operation, and asks nobody else for anything', async ({ page }) => {
  await page.goto('/docs/');
  await page.getByRole('main').getByRole('link', { name: 'API reference' }).click();

  await expect(page.getByRole('heading', { name: 'Search and list services' })).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  await expect(sidebar.getByText('Register a service')).toBeVisible();
  await page.waitForLoadState('networkidle');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links to the OpenAPI description', async ({ page }) => {
    await page.goto('/docs/api/');

    await expect(page.locator('noscript a').first()).toHaveAttribute('href', '/openapi.json');
  });
});
