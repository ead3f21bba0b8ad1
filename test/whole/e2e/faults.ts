import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose verdict depends on the colour scheme. */
export const colourRules: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * What axe finds wrong with a page. It is loaded once for all looks at a page. It preloads nothing, which only rules about media and
 * about styles of other hosts need: our pages have neither.
 */
export async function faultsOf(page: Page, options: axe.RunOptions = {}): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  await settled(page);

  return page.evaluate(
    async (given) => {
      const loaded = globalThis as unknown as { axe: typeof axe };
      return (await loaded.axe.run(document, given)).violations;
    },
    { ...options, resultTypes: ['violations' as const], preload: false },
  );
}

/** Resolves when nothing fades any more: half a colour is no colour of the page. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** By how many pixels a page is wider than its window. */
export async function excessOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
