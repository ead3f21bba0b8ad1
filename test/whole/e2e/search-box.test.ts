import type { Page } from '@playwright/test';
import { excessOf, faultsOf } from './faults.ts';
import { expect, test } from './site.ts';

const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Search services' });
const options = (page: Page) => page.getByRole('option');

/** What is open fits at every width, and has no fault. */
async function expectFits(page: Page): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await excessOf(page), String(width)).toBe(0);
    // Tablets have the boxes of desktops.
    if (width !== 768) expect.soft(await faultsOf(page), String(width)).toEqual([]);
  }
}

for (const path of ['/', '/services/', '/docs/']) {
  test(`completes what is typed on ${path}, for keyboard and screen reader`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    await page.goto(path);
    const box = boxOf(page);
    await box.click();
    await page.keyboard.type('mus');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(list).toBeInViewport({ ratio: 1 });
    await expect(box).toHaveAttribute('aria-expanded', 'true');
    await expect(box).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '');
    await expect(options(page).first()).toContainText('Query');

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = options(page).nth(1);
    await expect(active).toHaveAttribute('aria-selected', 'true');
    await expect(box).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
    await expect(box).toBeFocused();
    // While a page searches, its results are dimmed.
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await expectFits(page);
    await expect(list).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(box).toHaveValue('mus');
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await expect(box).not.toHaveAttribute('aria-activedescendant');
  });
}

test('opens a palette from anywhere, and gives the focus back', async ({ page }) => {
  await page.goto('/docs/');
  const before = page.getByRole('link', { name: 'Manage a listing' }).first();
  await before.focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect(options(page).first()).toContainText('Browse all services');
  expect.soft(await faultsOf(page)).toEqual([]);

  await page.keyboard.type('dresden mus');
  await expect(options(page).first()).toContainText('Dresden Museums');
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(before).toBeFocused();
});

test('goes to a service, a category or a query that is chosen', async ({ page }) => {
  await page.goto('/');
  await boxOf(page).click();
  await page.keyboard.type('ghent mu');
  await page.getByRole('option', { name: 'Ghent Museums Service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ghent Museums');

  await page.goto('/search?chain=base');
  await boxOf(page).click();
  await page.keyboard.type('muse');
  await expect(options(page).first()).toHaveText('museums Query');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?query=museums&chain=base$/);
  await expect(boxOf(page)).toHaveValue('museums');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('keeps what was typed before the last word, and searches for it when no suggestion is chosen', async ({
  page,
}) => {
  await page.goto('/');
  await boxOf(page).click();
  await page.keyboard.type('Under $0.05: muse');
  await expect(options(page).first()).toHaveText('Under $0.05: museums Query');

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?query=Under\+%240.05%3A\+muse$/);
});

test('has a key that goes to the search, except where somebody types', async ({ page }) => {
  await page.goto('/docs/');
  await page.keyboard.press('/');
  await expect(boxOf(page)).toBeFocused();
  await expect(boxOf(page)).toHaveValue('');
  await page.keyboard.type('a/b');
  await expect(boxOf(page)).toHaveValue('a/b');

  await page.goto('/register/');
  const description = page.locator('main textarea').first();
  await description.fill('');
  await description.press('/');
  await expect(description).toHaveValue('/');
  await expect(description).toBeFocused();
});

test('chooses from the palette by keyboard: places, actions, and a search', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const before = scripts.length;
  // What completes and goes anywhere is loaded only when it is asked for.
  expect(scripts.join()).not.toMatch(/palette|suggestions/);

  await page.keyboard.press('Control+k');
  await expect(options(page).first()).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
  await page.keyboard.type('regis');
  await expect(options(page).first()).toHaveText('Register a service Action');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register\/$/);
  await page.waitForLoadState();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('cheap trams');
  await expect(options(page).last()).toHaveText('Search for “cheap trams” Query');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?query=cheap\+trams$/);
  await page.waitForLoadState();

  await page.keyboard.press('Control+k');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeHidden();
});

const hostile = {
  markup: '<img src=x onerror=alert(1)>"\'><script>alert(1)</script>',
  'another direction': '\u202eweather\u2066 שלום',
  'four thousand bytes': 'weather '.repeat(512),
};

test('shows any query as text', async ({ page }) => {
  page.on('dialog', () => {
    throw new Error('a query ran as code');
  });

  for (const [what, text] of Object.entries(hostile)) {
    await page.goto('/');
    const shown = text.slice(0, 500).trim();
    const answered = page.waitForResponse(/\/api\/suggest/);
    await boxOf(page).click();
    await page.keyboard.insertText(text);
    await (await answered).finished();
    // What is answered is shown by then.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(page.locator('.suggestions :is(img, script, a)'), what).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
    await page.keyboard.insertText(text);
    const search = options(page).filter({ hasText: 'Search for' });
    await expect(search.locator('bdi')).toHaveText(`Search for “${shown}”`, { useInnerText: false });
    await expect(page.locator('.palette :is(img, script, a)'), what).toHaveCount(0);
    expect(await excessOf(page), what).toBe(0);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('is a search box like any other', async ({ page }) => {
    await page.goto('/');

    await expect(page.getByRole('searchbox', { name: 'Search services' })).toBeVisible();
    await expect(page.locator('.shortcut')).toBeHidden();
  });
});
