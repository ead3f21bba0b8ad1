import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { colourRules, excessOf, faultsOf } from './faults.ts';
import { watchLoading } from './loading.ts';
import { kinds, paths } from './pages.ts';
import { attribute, plainTextOf, ServedPage } from './served-page.ts';
import { describedRequest, ownership } from './services.ts';
import { expect, siteUrl, test } from './site.ts';
import { maxSent } from './weights.ts';

/*
 * Everything that is promised of each page, by one visit: on a phone while it loads, then as wide as a desktop. Whatever the HTML alone can
 * show needs no visit.
 */

/** As narrow as a desktop of 1280 pixels at a zoom of 400 %, which WCAG asks for. */
const phone = { width: 320, height: 740 };
const tablet = { width: 768, height: 900 };
const desktop = { width: 1440, height: 900 };
/** DIN A4 within margins of a centimetre. */
const paper = { width: 718, height: 1047 };

/** Room for what the texts of other catalogs add, and for the manifest and the icon, which only some browsers fetch. */
const share = 0.95;
const maxShift = 0.01;

/** Those that axe leaves out by itself, although WCAG 2.2 has them: targets of 24 pixels. */
const allRules = { rules: { 'target-size': { enabled: true } } };

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Rules of style, and rules about titles, which owners write.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'form-dup-name': ['error', { shared: ['checkbox', 'radio'] }],
  },
});

const withoutQuery = (path: string): string => path.replace(/\?.*$/, '');

/** What the page at a path says of itself in its head. */
function expectMetadata(page: ServedPage, { path, language }: { path: string; language: string }): void {
  const [html] = page.all('html');
  expect.soft(html && attribute(html, 'lang')).toBe(language);
  expect.soft(page.text('title')).toContain('Tollbook');
  expect.soft(page.meta('description')).toMatch(/\w{3}/);
  expect
    .soft(page.links('canonical').map((link) => attribute(link, 'href')))
    .toEqual([siteUrl + withoutQuery(path)]);
}

/** Whether a button shows itself before the script that makes it copy something. */
function copiesWithoutScripts(button: Parameters<typeof attribute>[0]): boolean {
  return attribute(button, 'dataCopy') !== undefined && attribute(button, 'hidden') !== 'true';
}

/** Loads a page on a phone, where it must be light and stand still. Gives the response. */
async function visit(page: Page, path: string) {
  await page.setViewportSize(phone);
  const loaded = await watchLoading(page);
  const response = await page.goto(path, { waitUntil: 'networkidle' });
  const { weight, shift } = await loaded();
  const most = maxSent(path);

  expect.soft(weight.bytes, 'bytes').toBeLessThan(most.bytes * share);
  expect.soft(weight.scripts, 'bytes of scripts').toBeLessThan(most.scripts * share);
  expect.soft(weight.bytes, 'bytes').toBeGreaterThan(weight.scripts);
  expect.soft(shift, 'shifts').toBeLessThan(maxShift);
  return response;
}

/** Looks at the page at this width: it must fit, and axe must find no fault. */
async function look(page: Page, size: typeof phone): Promise<void> {
  await page.setViewportSize(size);
  expect.soft(await excessOf(page), `excess at ${String(size.width)} pixels`).toBe(0);
  expect.soft(await faultsOf(page, allRules), `faults at ${String(size.width)} pixels`).toEqual([]);
}

/** On paper, nothing can be pressed, and nothing is cut. */
async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(paper);

  expect.soft(await excessOf(page), 'excess on paper').toBe(0);
  await expect.soft(page.locator('button, nav, search, summary').filter({ visible: true })).toHaveCount(0);
}

for (const path of paths) {
  test(`is valid and light, fits and has no fault that axe finds: ${path}`, async ({ page }) => {
    const html = (await (await visit(page, path))?.text()) ?? '';
    const { results } = await validator.validateString(html);
    expect.soft(results.flatMap(({ messages }) => messages)).toEqual([]);
    const served = new ServedPage(html);
    expectMetadata(served, { path, language: 'en' });
    expect.soft(served.text('h1')).toMatch(/\w/);
    expect.soft(served.all('button').filter(copiesWithoutScripts).map(plainTextOf)).toEqual([]);
    await expect.soft(page.locator('main:visible')).toHaveCount(1);
    await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect.soft(page.getByRole('combobox', { name: 'Search services' })).toHaveCount(1);

    await look(page, phone);
    if (kinds.includes(path)) await look(page, tablet);
    await look(page, desktop);
    if (!kinds.includes(path)) return;

    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await faultsOf(page, colourRules), 'faults in the dark').toEqual([]);
    await expectPrintable(page);
  });
}

/** Words that English sentences have and German ones do not. */
const english = /\b(the|of|and|is|are|for|with|by|this|that|from|its|no|not|your|you|see|how|what|all)\b/i;

/** What a page says in English, but in the words of owners. */
async function englishOn(german: ServedPage, page: Pick<Page, 'request'>): Promise<string[]> {
  const listed = (await (await page.request.get('/api/services?limit=100')).json()) as object[];
  const owners = JSON.stringify([listed, describedRequest, ownership]);
  const isOwners = (text: string): boolean =>
    owners.includes(JSON.stringify(text.replace(/…$/, '')).slice(1, -1));

  const isCode = (text: string): boolean => text.startsWith('{');

  return german.sayings().filter((text) => english.test(text) && !isOwners(text) && !isCode(text));
}

/** Addresses of what has no language. */
const wordless = /^\/(api\/|openapi\.json|health|schema|\.well-known\/)/;

for (const path of paths.map((each) => `/de${each}`)) {
  test(`speaks German, and leads on in German: ${path}`, async ({ request }) => {
    const german = new ServedPage(await (await request.get(path)).text());
    const leads = [
      ...german.all('a').filter((link) => attribute(link, 'hrefLang') === undefined),
      ...german.all('form'),
    ].map((each) => attribute(each, 'href') ?? attribute(each, 'action') ?? '');

    expectMetadata(german, { path, language: 'de' });
    expect
      .soft(leads.filter((to) => to.startsWith('/') && !/^\/de(\/|$)/.test(to) && !wordless.test(to)))
      .toEqual([]);
    expect.soft(await englishOn(german, { request })).toEqual([]);
  });
}

for (const path of kinds.map((each) => `/de${each}`)) {
  test(`speaks German with scripts too, is light, fits a phone and has no fault: ${path}`, async ({
    page,
  }) => {
    await visit(page, path);
    await look(page, phone);

    expect.soft(await englishOn(new ServedPage(await page.content()), page)).toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every kind of page shows its content', async ({ page }) => {
    for (const path of kinds) {
      await page.goto(path);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect.soft(page.locator('button[data-copy]:visible'), path).toHaveCount(0);
    }
  });
});

test('gives every page a title of its own', async ({ request }) => {
  const titles = await Promise.all(
    paths.map(async (path) => new ServedPage(await (await request.get(path)).text()).text('title')),
  );

  expect(new Set(titles).size).toBe(paths.length);
});

test('is written in the font that it loads, in every weight', async ({ page }) => {
  await page.goto('/');
  const ranges = await page.evaluate(async () => {
    const weights = [400, 500, 550, 600, 650, 700];
    const faces = weights.map((weight) =>
      document.fonts.load(`${String(weight)} 16px 'Figtree Variable'`, 'Aé…'),
    );
    return (await Promise.all(faces)).map((matching) => matching.map(({ unicodeRange }) => unicodeRange));
  });

  expect(new Set(ranges.map((each) => each.join(' and '))).size).toBe(1);
  expect(ranges[0]).toEqual([expect.stringMatching(/^U\+20-7E,/)]);
});

test('lets keyboard users skip to the content, with a visible focus', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = page.locator('main input:visible').first();
  await expect(first).toBeFocused();
  await expect(first).toHaveCSS('outline-style', 'solid');
});
