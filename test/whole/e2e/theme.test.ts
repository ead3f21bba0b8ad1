import type { Page } from '@playwright/test';
import { faultsOf } from './faults.ts';
import { expect, test } from './site.ts';

const choose = async (page: Page, theme: string): Promise<void> => {
  await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: theme }).check();
};
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const dark = 'rgb(16, 20, 18)';
const light = 'rgb(252, 252, 250)';

test.describe('the theme', () => {
  test('follows the system until a visitor chooses one, by mouse or keyboard', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    expect(await ground(page)).toBe(dark);

    await page.getByRole('radio', { name: 'System' }).press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect(await ground(page)).toBe(light);
    await page.goto('/services/');
    expect(await ground(page)).toBe(light);
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();

    await choose(page, 'System');
    expect(await ground(page)).toBe(dark);

    await test.step('without a fault that axe finds when it is not the system’s', async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await choose(page, 'Dark');
      expect(await ground(page)).toBe(dark);
      expect(await faultsOf(page)).toEqual([]);
    });

    await test.step('and is light on paper', async () => {
      await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
      expect(await ground(page)).toBe(light);
    });
  });

  test('is there before anything is drawn', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('tollbook-theme', 'dark');
      requestAnimationFrame(() => {
        document.documentElement.dataset['first'] = getComputedStyle(document.documentElement).colorScheme;
      });
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/services/');

    await expect(page.locator('html')).toHaveAttribute('data-first', 'dark');
    // The parser waits for a script without these, and draws nothing before.
    await expect(page.locator('head > script[src*=theme]:not([defer], [async], [type])')).toHaveCount(1);
  });

  test('changes in all tabs, with the colour of the browser’s bars', async ({ page, context }) => {
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/docs/');
    await choose(other, 'Dark');

    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('content', '#101412');
  });

  test('survives whatever is stored', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('tollbook-theme', '"]<b>');
    });
    await page.goto('/');

    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('cannot be chosen', async ({ page }) => {
      await page.goto('/');

      await expect(page.getByRole('group', { name: 'Theme' })).toBeHidden();
    });
  });
});

test.describe('a visitor who wants less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of ['/search?query=weather', '/docs/buyers/']) {
    test(`sees nothing move, and no palette slide in: ${path}`, async ({ page }) => {
      await page.goto(path);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();

      const moving = await page.evaluate(() => {
        const kinds = [undefined, '::before', '::after'];
        const styles = [...document.querySelectorAll('*')].flatMap((element) =>
          kinds.map((kind) => ({ element, style: getComputedStyle(element, kind) })),
        );

        return styles
          .filter(
            ({ style }) =>
              style.animationName !== 'none' ||
              style.transitionDuration !== '0s' ||
              style.scrollBehavior === 'smooth',
          )
          .map(({ element }) => element.outerHTML.slice(0, 80));
      });
      expect(moving).toEqual([]);
    });
  }
});
