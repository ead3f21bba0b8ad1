import type { Request } from '@playwright/test';
import { faultsOf } from './faults.ts';
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

    // Cork Weather is listed at 0.03, and asks for more.
    await expect(page.getByRole('heading', { name: '2 services' })).toBeVisible();
    await expect(page.locator('.rows li a')).toContainText(['Athens Weather', 'Bergen Weather']);
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

  test('says what it was asked, why each service was found, and when nothing was', async ({ page }) => {
    await page.goto('/search?query=cork&category=market-data&chain=eip155:8453&maxPricePerRequest=0.5');
    await expect(page.getByRole('searchbox', { name: 'Search services' })).toHaveValue('cork');
    await expect(page.locator('.chips a')).toContainText(['Market', 'Base', 'at most 0.5']);
    await expect(page.locator('.rows li a')).toContainText(['Cork Exchange']);

    await page.goto('/search?query=trams');
    await expect(page.locator('.rows .why').first()).toHaveText('Matches “trams” · about public transport');

    await page.goto('/search?query=weather&status=inactive');
    await expect(page.getByRole('heading', { name: '0 services' })).toBeVisible();
    await expect(page.getByText('Nothing in the catalog matches')).toBeVisible();
  });

  test('pages through results without losing the query', async ({ page }) => {
    await page.goto('/search?chain=base');
    await page.getByRole('link', { name: 'Next' }).click();

    await expect(page).toHaveURL(/\/search\?chain=base&page=2$/);
    await expect(page.getByText(/Page 2 of \d/)).toBeVisible();
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page).toHaveURL(/\/search\?chain=base$/);
  });

  test('keeps the page, the field and the other filters when a price is invalid, and says how to write it', async ({
    page,
  }) => {
    const answer = await page.goto('/search?query=weather&chain=base&minPricePerRequest=cheap');
    expect(answer?.status()).toBe(400);
    await expect(page.locator('.notice')).toContainText('"cheap" is not a plain decimal');
    const field = page.getByLabel('Lowest price per request');

    await expect(field).toHaveValue('cheap');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/"cheap" is not a plain decimal.*Write it like/);
    await expect(page.locator('.rows li a').first()).toContainText('Weather');
    await expect(page.locator('.chips a')).toContainText(['Base']);

    await field.fill('$0.02');
    await page.getByLabel('Highest price per request').fill('3 cents');
    await page.getByRole('button', { name: 'Set' }).click();
    await expect(page).toHaveURL(/chain=base&minPricePerRequest=%240.02&maxPricePerRequest=3\+cents$/);
    await expect(field).toHaveValue('0.02');
    await expect(page.locator('.rows li a')).toContainText(['Bergen Weather']);
    await expect(page.locator('.chips a')).toContainText(['Base', 'at least 0.02', 'at most 0.03']);
  });

  test('skips to the first result within five tabs', async ({ page }) => {
    await page.goto('/services/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused();
    await page.keyboard.press('Enter');
    const first = page.locator('.rows li').first();
    for (let tabs = 3; tabs <= 5; tabs += 1) {
      await page.keyboard.press('Tab');
      if (await first.getByRole('link').evaluate((link) => link === document.activeElement)) return;
    }
    await expect(first.getByRole('link')).toBeFocused();
  });
});

test.describe('with JavaScript', () => {
  test('shows results while typing, and supports the back button', async ({ page }) => {
    await page.goto('/services/');
    await page.getByRole('combobox', { name: 'Search services' }).pressSequentially('museums in ghent');

    await expect(page.locator('.rows li a').first()).toContainText('Ghent Museums');
    await expect(page).toHaveURL(/\/search\?query=museums\+in\+ghent$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/services\/$/);
    await expect(page.locator('.rows li')).toHaveCount(20);
  });

  test('does not cover the results with suggestions', async ({ page }) => {
    await page.goto('/services/');
    await page.getByRole('combobox', { name: 'Search services' }).fill('muse');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(page.locator('.rows li a').first()).toContainText('Museums');
    const overlap = (): Promise<number> =>
      page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        return (box('.live [role=listbox]')?.bottom ?? NaN) - (box('#found')?.top ?? NaN);
      });
    await expect.poll(overlap).toBeLessThanOrEqual(0);

    await page.locator('.rows li a').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Museums');
  });

  test('returns to the text, the filters and the place on the page', async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 500 });
    await page.goto('/search?chain=base');
    const next = page.getByRole('link', { name: 'Next' });
    // Before it clicks, Playwright may scroll further.
    await page.evaluate(() => {
      const note = (): void => sessionStorage.setItem('place', String(scrollY));
      document.addEventListener('click', note, { capture: true, once: true });
    });
    await next.click();
    const place = Number(await page.evaluate(() => sessionStorage.getItem('place')));
    await expect(page.getByText(/Page 2 of/)).toBeVisible();
    await page.getByRole('combobox', { name: 'Search services' }).fill('museums');
    await expect(page).toHaveURL(/query=museums&chain=base/);
    await expect(page.locator('.rows li a').first()).toContainText('Museums');
    await expect(page.getByRole('option').first()).toBeVisible();

    await page.goBack();
    await expect(page.getByText(/Page 2 of/)).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Search services' })).toHaveValue('');
    await page.goBack();
    await expect(page.getByText(/Page 1 of/)).toBeVisible();
    expect(place).toBeGreaterThan(100);
    await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), place)).toBeLessThan(5);
    await page.goForward();
    await page.goForward();
    await expect(page.getByRole('combobox', { name: 'Search services' })).toHaveValue('museums');
    await expect(page.locator('.rows li a').first()).toContainText('Museums');
  });

  test('announces the results once, after the last key', async ({ page }) => {
    await page.clock.install();
    await page.goto('/services/');
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const region = document.getElementById('announcement');
      if (region) {
        new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true });
      }
    });
    // Only the test moves the clock, so that a slow machine makes no pauses of its own between keys.
    await page.clock.pauseAt(Date.now() + 60_000);
    const box = page.getByRole('combobox', { name: 'Search services' });
    await box.pressSequentially('muse');
    await page.clock.runFor(200);
    await expect(page.locator('.rows li a').first()).toContainText('Museums');
    await page.clock.runFor(500);
    await box.pressSequentially('ums');
    await page.clock.runFor(200);
    await expect(page).toHaveURL(/query=museums$/);
    await expect(page.locator('#found')).not.toHaveAttribute('aria-busy');
    await page.clock.runFor(5_000);

    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual(['8 services']);
  });

  test('marks the results as busy, and drops answers that came too late', async ({ page }) => {
    await page.goto('/services/');
    let held: (() => void) | undefined;
    await page.route('**/search?query=trams', async (route) => {
      await new Promise<void>((resolve) => (held = resolve));
      await route.continue().catch(() => undefined);
    });
    const isLate = (request: Request): boolean => request.url().endsWith('/search?query=trams');
    const ended = Promise.race([
      page.waitForEvent('requestfailed', isLate),
      page.waitForEvent('requestfinished', isLate),
    ]);
    const box = page.getByRole('combobox', { name: 'Search services' });
    await box.fill('trams');
    await expect(page.locator('#found')).toHaveAttribute('aria-busy', 'true');
    await box.fill('museums');
    await expect(page).toHaveURL(/query=museums$/);
    await expect(page.locator('#found')).not.toHaveAttribute('aria-busy');
    await expect(page.locator('.rows li a').first()).toContainText('Museums');
    held?.();
    await ended;
    // What the page does with an answer, it has done before it gets the next one.
    await page.evaluate(async () => (await fetch('/services/')).text());
    await expect(page.locator('.rows li a').first()).toContainText('Museums');
    await expect(page.locator('#found')).not.toHaveAttribute('aria-busy');
  });

  test('says so when the server cannot be reached, keeps the results, and tries again', async ({ page }) => {
    await page.goto('/services/');
    await page.route('**/search?*', (route) => route.abort());
    await page.getByRole('combobox', { name: 'Search services' }).fill('museums');
    await expect(page.getByRole('alert')).toContainText('The search could not be reached.');
    await expect(page.locator('.rows li')).toHaveCount(20);
    expect(await faultsOf(page)).toEqual([]);

    await page.unroute('**/search?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.rows li a').first()).toContainText('Museums');
    await expect(page.getByRole('alert')).toBeEmpty();
    await expect(page.getByRole('combobox', { name: 'Search services' })).toBeFocused();
  });

  test.describe('with a price that is not valid', () => {
    test.use({ refusals: [400] });

    test('keeps the list in place, and the message beside the field', async ({ page }) => {
      await page.goto('/services/');
      const field = page.getByLabel('Lowest price per request');
      await field.fill('dear');
      await field.press('Enter');

      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue('dear');
      await expect(field).toBeFocused();
      await expect(page.locator('.rows li')).toHaveCount(20);
      await expect(page.locator('#announcement')).toContainText('"dear" is not a plain decimal');
      expect(await faultsOf(page)).toEqual([]);
    });
  });

  test('can be used by keyboard alone: search, filter, open, copy', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/services/');
    await page.getByRole('combobox', { name: 'Search services' }).focus();
    await page.keyboard.type('exchange');
    const verified = page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('link', { name: /^Verified/ });
    await expect(page).toHaveURL(/query=exchange/);
    await expect(page.locator('.rows li a').first()).toContainText('Exchange');

    await verified.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/state=verified/);
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
