import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { excessOf, faultsOf } from './faults.ts';
import { fillForm } from './registration-form.ts';
import { registration } from './services.ts';
import { expect, siteUrl, test } from './site.ts';

test('shows a service right after its registration', async ({ page, site }) => {
  const id = await site.register(registration('Northern Lights', 'northern-lights'));
  const path = `/services/${id}/`;

  await page.goto('/search?query=northern+lights');
  await page.getByRole('link', { name: 'Northern Lights' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern Lights');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', siteUrl + path);
});

test('shows what an owner wrote as text, never as markup', async ({ page, site }) => {
  const name = '<img src=x onerror=alert(1)> & </title>';
  const id = await site.register(registration(name, "it's/[1-9]"));

  await page.goto(`/services/${id}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(`${name} · Tollbook`);
  await expect(page.locator('main img:not([src^="/badge/"])')).toHaveCount(0);
  await expect(page.locator('pre').first()).toContainText(
    String.raw`'https://api.example.com/it'\''s/[1-9]'`,
  );
});

test('documents a registration that the catalog accepts', async ({ page, site }) => {
  await page.goto('/docs/owners/');
  const example: unknown = JSON.parse(
    (await page.locator('[data-file="service.json"] pre').textContent()) ?? '',
  );

  expect(await site.tryOut(Object(example) as object)).toBe(200);
  await expect(page.getByText(`CATALOG=${siteUrl}`)).toBeVisible();
});

const register = (page: Page) => page.getByRole('button', { name: 'Register with the key' }).click();
const summary = (page: Page) => page.getByRole('group', { name: /^Fix / });
const fault = (page: Page, field: string) => page.locator(`#fault-${field}`);
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.fromEntries(Object.entries(localStorage))));

test.describe('the form', () => {
  test('applies the rules of the catalog while it is filled in', async ({ page }) => {
    await page.goto('/register/');
    await page.getByLabel('Price per request').fill('1e-3');
    await page.getByLabel('Endpoint').fill('http://localhost/rain');
    await page.getByLabel('Name').focus();

    await expect(fault(page, 'pricing-pricePerRequest')).toHaveText(
      'Enter the price as a number, such as 0.005.',
    );
    await expect(fault(page, 'endpoint')).toContainText('The endpoint must begin with https://.');
    await expect(fault(page, 'description')).toBeEmpty();
    await expect(page.getByLabel('Endpoint')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Endpoint')).toHaveAccessibleDescription(/must begin with https/);
  });

  test('lists its problems on top, each leading to its field, until they are fixed', async ({ page }) => {
    await fillForm(page, 'Faulty');
    await page.getByLabel('Endpoint').fill('https://u:p@api.example.com/?a#b');
    await page.getByLabel('Free quota').fill('1e');
    await page.getByLabel('Name').fill('');
    await register(page);

    await expect(summary(page)).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Fix 5 problems' })).toBeVisible();
    await expect(summary(page).getByRole('link')).toHaveText([
      'Remove the user name and password from the endpoint: everybody can read it.',
      'Remove the query from the endpoint: everything from “?” on.',
      'Remove the fragment from the endpoint: everything from “#” on.',
      'Enter a name.',
      'Enter the free quota as a whole number, such as 100, or leave it empty.',
    ]);
    await summary(page).getByRole('link', { name: 'Enter a name.' }).press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('F');
    await expect(page.getByRole('heading', { name: 'Fix 4 problems' })).toBeVisible();
    await expect(fault(page, 'name')).toBeEmpty();

    await page.getByLabel('Free quota').fill('5');
    await page.getByLabel('Endpoint').fill('https://api.example.com/faulty');
    await expect(page.getByRole('heading', { name: /^Fix / })).toHaveCount(0);
  });

  test('takes a price that varies, and says how to write it', async ({ page }) => {
    await fillForm(page, 'Varying');
    await page.getByLabel('Varying price').fill('0.005 – 0.126');
    await page.getByLabel('Name').focus();
    await expect(fault(page, 'pricing-pricePerRequest')).toContainText('within the range');
    await page.getByLabel('Varying price').fill('0.126 – 0.001');
    await page.getByLabel('Name').focus();
    await expect(fault(page, 'price')).toContainText('the lower price first');

    await page.getByLabel('Varying price').fill('0.001 – 0.126');
    await page.getByRole('button', { name: 'Make the file for a pull request' }).click();

    await expect(page.locator('#file pre')).toContainText('"to": "0.126"');
  });

  test('shows examples as they are typed', async ({ page }) => {
    await page.goto('/register/');

    await expect(page.getByLabel('Tags')).toHaveAttribute('placeholder', 'weather\nradar');
    await expect(page.getByLabel('Currency')).toHaveAttribute('placeholder', 'USDC');
  });

  test('shows the listing while it is typed', async ({ page }) => {
    await page.goto('/register/');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview.getByText('Not checked yet')).toHaveCount(2);

    await fillForm(page, '<b>Bold</b>');
    await expect(preview.locator('.rows')).toContainText('<b>Bold</b>');
    await expect(preview.locator('.rows')).toContainText('0.002 USDC');
    await expect(preview.locator('.rows .address')).toHaveText(/^api\.example\.com\//);
    await expect(preview.locator('.preview-page')).toContainText('per request: 0.2 US cents');
    await expect(preview.locator('.preview-page')).toContainText('Base');
    await expect(page.getByText('That is 0.2 US cents a request.')).toBeVisible();
    await page.getByLabel('Varying price').fill('0.001 – 0.126');
    await expect(preview.locator('.rows')).toContainText('0.126 USDC');
    await expect(preview.locator('.preview-page')).toContainText('per request: 12.6 US cents');
    await page.getByLabel('Varying price').fill('');
    await page.getByLabel('Price per request').fill('0');
    await expect(page.getByText('Free of charge.', { exact: true })).toBeVisible();
    await page.getByLabel('Price per request').fill('cheap');
    await expect(page.locator('.meaning')).toBeEmpty();
  });

  test('keeps a draft without the key, until it is registered or given up', async ({ page, site }) => {
    await fillForm(page, 'Abandoned');
    await expect.poll(() => stored(page)).toContain('a1');
    await page.reload();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expect(page.getByLabel('Endpoint')).toBeFocused();
    expect(await stored(page)).toBe('{}');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Start over' })).toBeHidden();

    await fillForm(page, 'Drafted');
    await page.getByLabel('API key').fill(site.key);
    await expect.poll(() => stored(page)).toContain('a1');
    expect(await stored(page)).not.toContain('tbk_');

    await page.reload();
    await expect(page.getByText(/^We kept your draft from \d+ \w+\.$/)).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Drafted');
    await expect(page.getByLabel('Network')).toHaveValue('base');
    await expect(page.getByLabel('API key')).toHaveValue('');
    await expect(page.locator('.preview-page')).toContainText('Drafted');

    await page.getByLabel('API key').fill(site.key);
    await register(page);
    await expect(page.getByRole('heading', { name: 'Your service is listed' })).toBeFocused();
    expect(await stored(page)).toBe('{}');
  });

  test('works where the browser denies storage', async ({ page, site }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await fillForm(page, 'Unstored');
    await page.getByLabel('API key').fill(site.key);
    await register(page);

    await expect(page.getByRole('heading', { name: 'Your service is listed' })).toBeVisible();
  });

  test('fills in the terms that the live 402 asks for', async ({ page }) => {
    const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const terms = { scheme: 'exact', network: 'eip155:8453', payTo: wallet, asset: '0x', currency: 'USDC' };
    await page.route('/api/validate', (route) => {
      expect(route.request().postDataJSON()).toEqual({ endpoint: 'https://api.example.com/live' });
      return route.fulfill({
        json: {
          valid: true,
          verdict: 'verified',
          checks: [
            { check: 'reachable', passed: true, severity: 'required', detail: 'It gave an HTTP answer.' },
          ],
          terms: [
            { ...terms, amount: '5000', price: '0.005' },
            { ...terms, network: 'eip155:999', amount: '1' },
          ],
          discovered: {
            source: '/openapi.json',
            name: 'Live Rain',
            description: 'Rain <b>now</b>, for any city.',
            rails: [],
          },
        },
      });
    });
    await page.goto('/register/');
    await page.getByRole('button', { name: 'Check it now' }).click();
    await expect(page.getByText('Enter the endpoint first.')).toBeVisible();
    await page.getByLabel('Endpoint').fill('https://api.example.com/live');
    await page.getByRole('button', { name: 'Check it now' }).click();

    await expect(page.getByText('0.005 USDC on Base to 0x5aAe…eAed')).toBeVisible();
    await expect(page.getByText('Rain <b>now</b>, for any city.')).toBeVisible();
    await page.getByRole('button', { name: 'Use this name and description' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Live Rain');
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue(
      'Rain <b>now</b>, for any city.',
    );
    await page.getByRole('button', { name: 'Check it now' }).click();
    await page.getByRole('button', { name: 'Use these terms' }).click();
    await expect(page.getByLabel('Price per request')).toHaveValue('0.005');
    await expect(page.getByLabel('Price per request')).toBeFocused();
    await expect(page.getByLabel('Currency')).toHaveValue('USDC');
    await expect(page.getByLabel('Network')).toHaveValue('base');
    await expect(page.getByLabel('Wallet')).toHaveValue(wallet);
    await expect(page.getByText('That is 0.5 US cents a request.')).toBeVisible();
  });

  test('registers one service after the other, also by Enter, and says what happens next', async ({
    page,
    site,
  }) => {
    await fillForm(page, 'First of Two');
    await page.getByLabel('API key').fill(site.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('button', { name: 'Register another service' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expect(page.getByLabel('Endpoint')).toBeFocused();

    await fillForm(page, 'Formula');
    await page.getByLabel('API key').fill(site.key);
    await register(page);

    await expect(page.getByText('Formula is committed in git')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Prove that it is yours' })).toHaveAttribute(
      'href',
      /^\/listings\/\?claim=formula-/,
    );
    await expect(page.locator('#registered pre')).toHaveText(
      /^\[!\[Listed on Tollbook\]\(http.*\/badge\/formula-/,
    );
    await page.getByRole('link', { name: 'See its page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Formula');
  });

  test.describe('when the catalog refuses', () => {
    test.use({ refusals: [401, 409, 429, 503] });

    test('says what to do, and loses nothing', async ({ page, site }) => {
      await fillForm(page, 'Refused');
      for (const key of ['', 'ключ']) {
        await page.getByLabel('API key').fill(key);
        await register(page);
        await expect(page.getByText('Paste your API key above')).toBeVisible();
        await expect(page.getByLabel('API key')).toBeFocused();
      }
      await page.getByLabel('API key').fill('tbk_none_none');
      await register(page);
      await expect(page.getByText('This key does not work')).toBeVisible();

      for (const [status, code, answer] of [
        [429, 'too_many_requests', 'Try again in 40 seconds. What you typed stays here.'],
        [503, 'commit_failed', 'The catalog could not save this, and nothing was registered.'],
      ] as const) {
        await page.route('/api/services', (route) =>
          route.fulfill({
            status,
            contentType: 'application/problem+json',
            headers: { 'Retry-After': '40' },
            body: JSON.stringify({ status, code, detail: 'No.' }),
          }),
        );
        await register(page);
        await expect(page.getByText(answer)).toBeVisible();
      }
      await page.route('/api/services', (route) => route.abort());
      await register(page);
      await expect(page.getByText('The server cannot be reached.')).toBeVisible();

      await page.unroute('/api/services');
      await expect(page.getByLabel('Name')).toHaveValue('Refused');
      await page.getByLabel('API key').fill(site.key);
      await register(page);
      await expect(page.getByRole('heading', { name: 'Your service is listed' })).toBeVisible();
    });

    test('leads to the service that has the endpoint, until another is typed', async ({ page, site }) => {
      const id = await site.register(registration('Taken', 'taken'));
      await fillForm(page, 'Taken');
      await page.getByLabel('API key').fill(site.key);
      await register(page);

      await expect(summary(page)).toBeFocused();
      await expect(fault(page, 'endpoint')).toHaveText('This endpoint is already listed.');
      await expect(page.getByRole('link', { name: 'See the service' })).toHaveAttribute(
        'href',
        `/services/${id}/`,
      );
      await page.getByLabel('Name').fill('Taken Too');
      await expect(fault(page, 'endpoint')).toHaveText('This endpoint is already listed.');
      await page.getByLabel('Endpoint').fill('https://api.example.com/free');
      await expect(fault(page, 'endpoint')).toBeEmpty();
    });
  });

  test('makes the file for a pull request in canonical form', async ({ page }) => {
    await fillForm(page, 'Pullable');
    await page.getByRole('button', { name: 'Make the file for a pull request' }).click();

    await expect(page.getByRole('heading', { name: 'The file for a pull request' })).toBeFocused();
    await expect(page.locator('#file-path')).toHaveText(/^catalog\/services\/(..)\/pullable-\1.{6}\.json$/);
    const shown = await page.locator('#file pre').textContent();
    expect(JSON.parse(shown ?? '')).toMatchObject({
      name: 'Pullable',
      endpoint: 'https://api.example.com/pullable',
    });
    await expect(page.locator('#file-commands pre')).toContainText('git switch -c add-pullable-');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^pullable-.{8}\.json$/);
    expect(await readFile(await download.path(), 'utf8')).toBe(shown);
  });

  test('sends at most 27,000 bytes of scripts to a visitor who fills it in, beside those of every page', async ({
    page,
  }) => {
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script' || /\/(?:theme|Page\.astro)/.test(request.url())) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await fillForm(page, 'Weighed');
    await page.getByLabel('Wallet').blur();
    await page.getByLabel('Name').fill('');
    await page.getByLabel('Wallet').focus();
    await expect(fault(page, 'name')).toHaveText('Enter a name.');

    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(27_000);
  });

  test('fits every width in both themes, and has no fault that axe finds, with its problems shown', async ({
    page,
  }) => {
    await page.goto('/register/');
    await page.getByLabel('Endpoint').fill(`https://api.example.com/?${'long'.repeat(60)}`);
    await register(page);
    await expect(summary(page)).toBeFocused();

    for (const [width, colorScheme] of [
      [360, 'dark'],
      [768, 'light'],
      [1440, 'dark'],
      // As a window of 1,280 pixels at a zoom of 400 %.
      [320, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect.soft(await excessOf(page), String(width)).toBe(0);
      expect.soft(await faultsOf(page), String(width)).toEqual([]);
    }
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('refers to the guide', async ({ page }) => {
      await page.goto('/register/');

      await expect(page.getByRole('link', { name: 'register with one request' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'with a pull request' })).toBeVisible();
      await expect(page.getByLabel('Name')).toBeHidden();
      expect(await excessOf(page)).toBe(0);
    });
  });
});
