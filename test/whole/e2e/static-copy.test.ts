import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BuiltFiles } from '../../../src/http/built-files.ts';
import { plainHost } from '../../support/plain-host.ts';
import { seenPath } from './pages.ts';
import { expect, test as siteTest } from './site.ts';

const seenId = seenPath.split('/')[2] ?? '';

/** A minimal static host: it serves files and folders, nothing else. */
async function serveFiles(folder: string): Promise<{ server: Server; url: string }> {
  const files = new BuiltFiles(folder);
  const server = createServer((request, response) => {
    void files.send((request.url ?? '/').replace(/\?.*$/s, ''), request, response).then((isSent) => {
      if (!isSent) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

const test = siteTest.extend<object, { copyUrl: string }>({
  copyUrl: [
    async ({ site }, use) => {
      const { server, url } = await serveFiles(site.copy);
      await use(url);
      server.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ copyUrl }, use) => {
    await use(copyUrl);
  },
});

test.describe('a copy on a static host', () => {
  // It has no API, which pages ask whether it is there.
  test.use({ refusals: [404] });

  test('searches by words, adds filters, and takes them back', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Search services' }).fill('dresden weather');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('heading', { name: '1 service' })).toBeVisible();
    await expect(page.locator('.rows li a')).toContainText(['Dresden Weather']);

    await expect(page.locator('.rows .address')).toHaveText(['api.example.com/dresden/weather']);

    const box = page.getByRole('combobox', { name: 'Search services' });
    await box.fill('trams');
    await expect(page.locator('.rows li')).toHaveCount(8);
    await page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('link', { name: 'at most 0.1' })
      .click();
    await expect(page).toHaveURL(/maxPricePerRequest=0\.1/);
    await page.getByRole('link', { name: 'Athens Trams' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Athens Trams');

    await page.goto('/search?query=trams');
    const filters = page.getByRole('navigation', { name: 'Filters' });
    const limit = filters.getByRole('link', { name: /^at most 0\.1 \d+$/ });
    await expect(page.locator('.rows li')).toHaveCount(8);
    await limit.click();

    await expect(page).toHaveURL(/query=trams&maxPricePerRequest=0\.1$/);
    await expect(limit).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('.rows li a').first()).toContainText('Trams');
    await limit.click();
    await expect(page).toHaveURL(/\/search\/\?query=trams$/);
    await expect(limit).not.toHaveAttribute('aria-current');
  });

  test('turns the pages of the whole list, and filters and sorts it by payments', async ({ page }) => {
    await page.goto('/services/');
    const first = await page.locator('.rows li a').first().textContent();
    await page.getByRole('link', { name: /^Next/ }).click();

    await expect(page).toHaveURL(/\/services\/page\/2\/$/);
    await expect(page.locator('.rows li a').first()).not.toHaveText(first ?? '');
    await page.goBack();
    await expect(page.locator('.rows li a').first()).toHaveText(first ?? '');

    await page.goto('/search?paid=true&sortBy=payments');

    await expect(page.getByRole('heading', { name: '4 services' })).toBeVisible();
    await expect(page.locator('.rows .paid')).toContainText(['245 payments', '199 payments']);
  });

  test('completes names, and goes by the further filters', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Search services' }).click();
    await page.keyboard.type('ghent mus');
    await page.getByRole('option', { name: 'Ghent Museums Service' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ghent Museums');

    await page.goto('/search?query=cheapest trams without weather');
    await expect(page.locator('.chips')).toContainText('cheapest first');
    await expect(page.locator('.rows li a').first()).toContainText('Trams');

    await page.goto('/search?query=trams&mainnet=true&minPricePerRequest=2 cents&maxPricePerRequest=$0.04');
    await expect(page.locator('.rows li a')).toContainText(['Bergen Trams', 'Cork Trams']);
  });

  test('shows prices as they are typed in the language of the page, and what is wrong beside them', async ({
    page,
  }) => {
    await page.goto('/de/search?minPricePerRequest=0.02&maxPricePerRequest=much');
    const highest = page.getByLabel('Höchstens');

    await expect(page.getByLabel('Mindestens')).toHaveValue('0,02');
    await expect(highest).toHaveValue('much');
    await expect(highest).toHaveAccessibleDescription(/„much“/);

    await page.getByLabel('Mindestens').fill('0,01');
    await highest.fill('0,02');
    await highest.press('Enter');

    await expect(page).toHaveURL(/maxPricePerRequest=0%2C02/);
    await expect(highest).toHaveValue('0,02');
    await expect(highest).toHaveAccessibleDescription('');
  });

  test('compares selected services with data from their pages, and names those that it cannot have', async ({
    page,
  }) => {
    await page.goto('/search?query=weather');
    await page.getByLabel('Compare Athens Weather').check();
    await page.getByLabel('Compare Cork Weather').check();
    await page.getByRole('button', { name: 'Compare 2' }).click();

    await expect(page.getByRole('columnheader')).toContainText(['Athens Weather', 'Cork Weather']);
    await expect(page.getByRole('row', { name: /^Price/ }).getByRole('cell')).toHaveCount(2);
    await expect(page.getByRole('cell', { name: 'Cheapest' })).toContainText('0.010 USDC');
    await expect(page.getByText('Select two to four')).toBeHidden();
    await page.getByRole('link', { name: 'Remove Athens Weather' }).click();
    await expect(page.getByRole('columnheader')).toContainText(['Cork Weather']);
    await expect(page.getByRole('columnheader')).toHaveCount(1);

    await page.goto(`/compare?ids=nobody,../services/${seenId},${seenId}`);

    await expect(page.getByText(`There is no service nobody, ../services/${seenId}.`)).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveCount(1);

    await page.route('**/services/*/', (route) => route.abort());
    await page.goto(`/compare?ids=${seenId}`);

    await expect(page.getByText('The services could not be fetched.')).toBeVisible();
    await expect(page.getByText('There is no service')).toBeHidden();
  });

  test('searches the docs', async ({ page }) => {
    await page.goto('/docs/');
    const box = page.getByRole('searchbox', { name: 'Search the docs' });
    await box.fill('revoke a key');
    await expect(page.locator('#docs-found a').first()).toHaveText('List and revoke keys');

    await page.goto('/docs/search/?q=revoke+a+key');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(/matches for “revoke a key”$/);
    await expect(page.locator('.docs-results a').first()).toHaveText('List and revoke keys');
  });

  test('says that listings are changed on the server alone', async ({ page, site }) => {
    await page.goto('/listings/');
    await expect(page.getByText('This is a copy of the catalog without a server.')).toBeVisible();

    await page.getByLabel('API key').fill(site.key);
    await page.getByRole('button', { name: 'Sign in with the key' }).click();
    await expect(page.getByText('No server answers here')).toBeVisible();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('says that it needs scripts, and can still be browsed', async ({ page }) => {
      // Chromium hides the text of <noscript> while a debugger has disabled scripts.
      for (const path of ['/docs/search/?q=key', `/compare?ids=${seenId}`, '/search?query=weather']) {
        await page.goto(path);
        expect(await page.content()).toContain('this is a copy of the catalog without a server');
      }
      await page.locator('.rows li a').first().click();
      await expect(page.getByRole('complementary', { name: 'Price and payment' })).toBeVisible();
    });
  });
});

test.describe('a copy below a path of a host that rewrites no address', () => {
  test.use({
    refusals: [404],
    baseURL: async ({ site }, use) => {
      const host = await plainHost(site.copy);
      await use(host.url);
      host.close();
    },
  });

  test('leads everywhere, with scripts and without a request to elsewhere', async ({ page, baseURL }) => {
    await page.goto('');
    await page.getByRole('combobox', { name: 'Search services' }).fill('weather');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Athens Weather' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Athens Weather');

    await page.goBack();
    await page.getByLabel('Compare Athens Weather').check();
    await page.getByLabel('Compare Cork Weather').check();
    await page.getByRole('button', { name: 'Compare 2' }).click();
    await expect(page.getByRole('columnheader')).toContainText(['Athens Weather', 'Cork Weather']);

    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Services' }).click();
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(page).toHaveURL(`${String(baseURL)}services/page/2/`);
    await menu.getByRole('link', { name: 'Categories' }).click();
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/catalog\/categories\/[\w-]+\/$/);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.getByRole('link', { name: 'Kategorien' }).first()).toBeVisible();

    await page.goBack();
    await page.getByRole('combobox', { name: 'Search services' }).fill('weather');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.locator('#results')).toHaveText('8 services');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.locator('#results')).toHaveText('8 Dienste');
  });
});
