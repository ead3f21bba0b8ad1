import type { Locator, Page } from '@playwright/test';
import { excessOf, faultsOf } from './faults.ts';
import { seenPath, unseenPath } from './pages.ts';
import { expect, test } from './site.ts';

const trayOf = (page: Page): Locator => page.getByRole('form', { name: 'Services to compare' });
const namesIn = (page: Page): Locator => trayOf(page).getByRole('listitem');

async function pick(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByLabel(`Compare ${name}`, { exact: true }).check();
}

test.describe('the tray of services to compare', () => {
  test('outlives filters, pages, services, reloads and tabs', async ({ page, context }) => {
    await page.goto('/search?query=weather');
    await expect(trayOf(page)).toBeHidden();
    await pick(page, 'Athens Weather');
    await page.getByRole('combobox', { name: 'Search services' }).fill('trams');
    await expect(page.getByRole('heading', { name: '8 services' })).toBeVisible();
    await pick(page, 'Bergen Trams');
    await expect(namesIn(page)).toContainText(['Athens Weather', 'Bergen Trams']);

    await page.goto('/services/page/2/');
    await expect(namesIn(page)).toHaveCount(2);
    await page.goto('/categories/market-data/');
    await pick(page, 'Cork Exchange');
    await page.goto(unseenPath);
    await page.getByLabel('Add to comparison').check();
    await page.reload();
    await expect(page.getByLabel('Add to comparison')).toBeChecked();
    await expect(namesIn(page)).toHaveCount(4);

    const other = await context.newPage();
    await other.goto('/services/');
    await trayOf(other).getByRole('button', { name: 'Remove Bergen Trams' }).click();
    await expect(namesIn(page)).toHaveCount(3);
    await trayOf(other).getByRole('button', { name: 'Clear' }).click();
    await expect(trayOf(page)).toBeHidden();
    await expect(page.getByLabel('Add to comparison')).not.toBeChecked();
  });

  test('takes services of a host and of a wallet too, and keeps the keyboard in place when one is removed', async ({
    page,
  }) => {
    await page.goto('/hosts/api.example.com/');
    await pick(page, 'Athens Weather');
    await page.goto('/wallets/eip155/0x00000000000000000000000000000000000000a1/');
    await pick(page, 'Athens Trams');

    await expect(namesIn(page)).toContainText(['Athens Weather', 'Athens Trams']);
    await trayOf(page).getByRole('button', { name: 'Remove Athens Weather' }).press('Enter');
    await expect(trayOf(page).getByRole('button', { name: 'Remove Athens Trams' })).toBeFocused();
  });

  test('takes four services, which fit at every width without a fault, and says so to the fifth', async ({
    page,
  }) => {
    await page.goto('/search?query=weather');
    await pick(page, 'Athens Weather');
    await expect(trayOf(page).getByRole('button', { name: 'Compare 1' })).toBeDisabled();
    await expect(trayOf(page).getByRole('status')).toHaveText('Pick one more.');

    await pick(page, 'Bergen Weather', 'Cork Weather', 'Dresden Weather');
    await page.getByLabel('Compare Esbjerg Weather').click();
    await expect(trayOf(page).getByRole('status')).toHaveText('4 at most: remove one to add another.');
    await expect(page.getByLabel('Compare Esbjerg Weather')).not.toBeChecked();
    await expect(namesIn(page)).toHaveCount(4);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(trayOf(page)).toBeInViewport({ ratio: 1 });
      expect.soft(await excessOf(page), String(width)).toBe(0);
      expect.soft(await faultsOf(page), String(width)).toEqual([]);
    }

    await trayOf(page).getByRole('button', { name: 'Compare 4' }).click();
    await expect(page).toHaveURL(/\/compare\?ids=athens-weather-\w+,bergen-weather-\w+,cork-/);
    await expect(page.getByRole('columnheader')).toHaveCount(4);
  });

  test('works for one page where the browser stores nothing', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await page.goto('/search?query=weather');
    await pick(page, 'Athens Weather', 'Bergen Weather');

    await expect(namesIn(page)).toHaveCount(2);
  });

  test('shows names as text', async ({ page, site }) => {
    const id = await site.register({
      name: '<img src=x> & "co"',
      description: 'Markup in a name.',
      endpoint: 'https://api.example.com/markup-in-tray',
      category: 'other',
      pricing: { currency: 'USDC', pricePerRequest: '0.002' },
      x402Config: { paymentAddress: '0x00000000000000000000000000000000000000a1', network: 'base' },
    });
    await page.goto(`/services/${id}/`);
    await page.getByLabel('Add to comparison').check();

    await expect(namesIn(page)).toContainText(['<img src=x> & "co"']);
    await expect(trayOf(page).locator('img')).toHaveCount(0);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('sends the services checked on the page, and compares a service with similar ones', async ({
      page,
    }) => {
      await page.goto('/search?query=weather');
      await pick(page, 'Athens Weather', 'Cork Weather');
      await page.getByRole('button', { name: 'Compare selected' }).click();

      await expect(page.getByRole('columnheader')).toContainText(['Athens Weather', 'Cork Weather']);
      await page.getByRole('link', { name: 'Remove Athens Weather' }).click();
      await expect(page.getByRole('columnheader')).toContainText(['Cork Weather']);
      await expect(page.getByRole('row', { name: /^Price/ })).toContainText('0.030');

      await page.goto(seenPath);
      await page.getByRole('link', { name: 'Compare them side by side' }).click();

      await expect(page.getByRole('columnheader')).toHaveCount(4);
    });
  });
});

const idOf = (path: string): string => path.split('/')[2] ?? '';

test.describe('the comparison', () => {
  test('marks what is best, in words, and keeps the others when one is removed', async ({ page }) => {
    await page.goto('/search?query=athens');
    await pick(page, 'Athens Weather', 'Athens Trams', 'Athens Headlines');
    await trayOf(page).getByRole('button', { name: 'Compare 3' }).click();
    const cells = (row: RegExp): Locator => page.getByRole('row', { name: row }).getByRole('cell');

    await expect(cells(/^Price/)).toContainText([
      /0\.010 USDC.*Cheapest/,
      /0\.011 USDC/,
      /listed 0\.014, live 0\.5 USDC/,
    ]);
    await expect(page.getByText('Cheapest')).toHaveCount(1);
    await expect(cells(/^Payments/)).toContainText(['199 payments', /245 payments.*Most used/, '']);
    await expect(page.getByText('Fastest')).not.toHaveCount(0);

    await page.getByRole('link', { name: 'Remove Athens Trams' }).click();
    await expect(page.getByRole('columnheader')).toContainText(['Athens Weather', 'Athens Headlines']);
    await page.goto('/services/');
    await expect(namesIn(page)).toContainText(['Athens Weather', 'Athens Headlines']);
  });

  test('names an unknown service, shows the rest, and forgets it', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('tollbook-compare', '[{"id":"gone-00000000","name":"Gone"}]');
    });
    await page.goto(`/compare?ids=gone-00000000,${idOf(seenPath)}`);

    await expect(page.getByText('There is no service gone-00000000.')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveCount(1);
    expect(await page.evaluate(() => localStorage.getItem('tollbook-compare'))).toBe('[]');
  });

  test('copies its address, and stacks on a phone, with the name beside each value', async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    const ids = [seenPath, unseenPath].map(idOf).join(',');
    await page.goto(`/compare?ids=${ids}`);
    await page.getByRole('button', { name: 'Copy link' }).click();

    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      new RegExp(`/compare\\?ids=${ids}$`),
    );
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();

    await page.setViewportSize({ width: 320, height: 700 });
    expect(await excessOf(page)).toBe(0);
    await expect(page.locator('tr[data-mark=cheapest] .of')).toContainText([
      'Athens Weather',
      'Helsinki Recipes',
    ]);
    await expect(page.locator('tr[data-mark=cheapest] .of').first()).toBeVisible();
  });
});

test.describe('rows of services', () => {
  const heights = (page: Page, selector: string) =>
    page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height));

  test('wrap no number at any width, are compact on a desktop, and their prices stand one below the other', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    await page.goto('/services/');
    await page.getByText('Filters', { exact: true }).click();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(Math.max(...(await heights(page, '.rows .amount-line, .facets .count')))).toBeLessThan(30);
    }

    const points = await page
      .locator('.rows .fraction')
      .evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().x)));
    expect(Math.max(...(await heights(page, '.rows > li')))).toBeLessThanOrEqual(80);
    expect(new Set(points).size).toBe(1);
  });
});
