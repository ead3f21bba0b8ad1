import type { Page } from '@playwright/test';
import { registration } from './services.ts';
import { expect, siteUrl, test } from './site.ts';

test('shows a service right after its registration, and a build keeps its page', async ({ page, site }) => {
  const id = await site.register(registration('Northern Lights', 'northern-lights'));
  const path = `/services/${id}/`;

  await page.goto('/search?query=northern+lights');
  await page.getByRole('link', { name: 'Northern Lights' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern Lights');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', siteUrl + path);
  const rendered = await (await page.request.get(path)).text();

  await expect(site.builtPage(path)).rejects.toThrow();
  await site.rebuild();
  expect(await site.builtPage(path)).toBe(rendered);
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

test.describe('the form', () => {
  /** Fills in valid values. */
  async function fill(page: Page, name: string): Promise<void> {
    await page.goto('/register/');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Description').fill('Something that can be asked for.');
    await page
      .getByLabel('Endpoint')
      .fill(`https://api.example.com/${name.toLowerCase().replaceAll(' ', '-')}`);
    await page.getByLabel('Category').selectOption('Other');
    await page.getByLabel('Currency').fill('USDC');
    await page.getByLabel('Price per request').fill('0.002');
    await page.getByLabel('Network').selectOption('Base');
    await page.getByLabel('Wallet').fill('0x00000000000000000000000000000000000000a1');
  }

  test('applies the rules of the catalog while it is filled in', async ({ page }) => {
    await page.goto('/register/');
    await page.getByLabel('Price per request').fill('1e-3');
    await page.getByLabel('Endpoint').fill('http://localhost/rain');
    await page.getByLabel('Name').focus();

    await expect(page.getByText('"1e-3" is not a plain decimal')).toBeVisible();
    await expect(page.getByText('is not on a public host')).toBeVisible();
    await expect(page.getByText('description is missing')).toHaveCount(0);
    await page.getByRole('button', { name: 'Try the endpoint' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByText('description is missing')).toBeVisible();
  });

  test('registers with a pasted key, and links to the page', async ({ page, site }) => {
    await fill(page, 'Formula');
    await page.getByLabel('API key').fill(site.key);
    await page.getByRole('button', { name: 'Register with the key' }).click();

    await page.getByRole('link', { name: 'See its page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Formula');
  });

  test('registers one service after the other, also by Enter', async ({ page, site }) => {
    await fill(page, 'First of Two');
    const key = page.getByLabel('API key');
    await key.fill(site.key);
    await key.press('Enter');
    await expect(page.getByText('Registered.')).toBeVisible();
    await page.getByLabel('Name').fill('Second of Two');
    await page.getByLabel('Endpoint').fill('https://api.example.com/second-of-two');
    await key.press('Enter');

    await page.getByRole('link', { name: 'See its page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second of Two');
  });

  test('asks for a valid key', async ({ page }) => {
    await fill(page, 'Keyless');
    for (const key of ['', 'ключ']) {
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Register with the key' }).click();
      await expect(page.getByText('Paste your API key above')).toBeVisible();
    }
  });

  test('shows every problem of a field, and rejects what is not a number', async ({ page }) => {
    await fill(page, 'Faulty');
    await page.getByLabel('Endpoint').fill('https://u:p@api.example.com/?a#b');
    await page.getByLabel('Free quota').pressSequentially('1e');
    await page.getByLabel('Description').fill('Two lines\nare one.');
    await page.getByRole('button', { name: 'Try the endpoint' }).click();

    await expect(page.getByText(/user name or password.*query.*fragment/)).toBeVisible();
    await expect(page.getByText('is not a whole number of requests')).toBeVisible();
    await expect(page.getByText('Fix 4 problems above.')).toBeVisible();
  });

  test('makes the file for a pull request in canonical form', async ({ page }) => {
    await fill(page, 'Pullable');
    await page.getByRole('button', { name: 'Make the file for a pull request' }).click();

    await expect(page.locator('#report code')).toHaveText(/^catalog\/services\/(..)\/pullable-\1.{6}\.json$/);
    const file: unknown = JSON.parse((await page.locator('#report pre').textContent()) ?? '');
    expect(file).toMatchObject({ name: 'Pullable', endpoint: 'https://api.example.com/pullable' });
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('refers to the guide', async ({ page }) => {
      await page.goto('/register/');

      await expect(page.locator('noscript a')).toBeVisible();
      await expect(page.getByLabel('Name')).toBeHidden();
    });
  });
});
