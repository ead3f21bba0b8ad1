import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Leaves out the rules about colours, which take most of the time of a look. */
export const withoutColours = {
  'color-contrast': { enabled: false },
  'link-in-text-block': { enabled: false },
};

/** What axe finds wrong with a page. It is loaded once for all looks at a page, and fetches nothing: nobody has media or styles of others here. */
export async function faultsOf(page: Page, options: RunOptions = {}): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);

  return page.evaluate(
    async (given) => {
      const loaded = globalThis as unknown as { axe: typeof axe };
      return (await loaded.axe.run(document, given)).violations;
    },
    { ...options, resultTypes: ['violations' as const], preload: false },
  );
}

/** By how many pixels a page is wider than its window. */
export async function excessOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
