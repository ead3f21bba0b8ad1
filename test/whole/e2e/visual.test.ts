import process from 'node:process';
import { seenPath } from './pages.ts';
import { expect, test } from './site.ts';

/*
 * Screenshots of the pages, compared only on the machine that made them: other machines have other fonts and render differently.
 * `VISUAL_SNAPSHOTS=1 npx playwright test visual` compares; add `--update-snapshots` after a look at the changes.
 */
test.skip(
  process.env['VISUAL_SNAPSHOTS'] !== '1',
  'screenshots are compared only on the machine that made them',
);

const pages = {
  home: '/',
  list: '/services/',
  service: seenPath,
  search: '/search?query=weather+under+$0.05',
};
const views = [
  { name: 'phone-light', width: 360, height: 740, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1440, height: 900, colorScheme: 'dark' },
] as const;

for (const { name: view, width, height, colorScheme } of views) {
  for (const [name, path] of Object.entries(pages)) {
    test(`${name} looks as it did, ${view}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      // The font is loaded at once only from the cache.
      await page.reload();

      await expect(page).toHaveScreenshot(`${name}-${view}.png`, { mask: [page.locator('time')] });
    });
  }
}
