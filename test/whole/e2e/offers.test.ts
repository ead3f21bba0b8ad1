import { z } from 'zod';
import { offeringPath } from './pages.ts';
import { expect, test } from './site.ts';

const Observed = z.object({
  offers: z.array(
    z.object({ method: z.string(), path: z.string().nullable(), verdict: z.string().nullable() }),
  ),
});

test('the page of a service shows its further offers, the observed terms first', async ({ page }) => {
  await page.goto(offeringPath);
  const table = page.getByRole('group', { name: 'Further offers' }).getByRole('table');
  const rows = table.getByRole('row');

  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(/GET \/dishes\/\{dish\}\s*Base\s*0\.002 USDC\s*as declared/);
  await expect(rows.nth(2)).toContainText(
    /POST the endpoint\s*Base\s*listed 0\.25, live 0\.5 USDC\s*price differs/,
  );
  await expect(rows.nth(3)).toContainText(/GET \/menus\s*Polygon\s*0\.1 USDC\s*not checked\s*never/);
  await page.getByRole('link', { name: 'How offers are checked' }).click();
  await expect(page.locator('#offers')).toBeVisible();
});

test('the API shows the same offers', async ({ site }) => {
  const id = offeringPath.split('/')[2] ?? '';
  const answer = await fetch(`${site.url}/api/services/${id}/observed`);

  expect(Observed.parse(await answer.json()).offers).toEqual([
    { method: 'GET', path: '/dishes/{dish}', verdict: 'verified' },
    { method: 'POST', path: null, verdict: 'price_mismatch' },
    { method: 'GET', path: '/menus', verdict: null },
  ]);
});
