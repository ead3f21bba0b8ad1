import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];
type Options = Parameters<AxeBuilder['options']>[0];

/**
 * What axe finds wrong with a page. Our pages have no frames, so the legacy mode sees as much as the other one, which opens a second page for
 * each look and takes three times as long.
 */
export async function faultsOf(page: Page, options: Options = {}): Promise<Violations> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ ...options, resultTypes: ['violations'] });

  return (await axe.analyze()).violations;
}

/** By how many pixels a page is wider than its window. */
export async function excessOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
