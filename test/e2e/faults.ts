import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Axe = ReturnType<AxeBuilder['analyze']>;
type Options = Parameters<AxeBuilder['options']>[0];

/** What axe finds wrong with a page. None has frames, so axe need not gather what it finds on a page of its own, which takes three times as long. */
export async function faultsOf(page: Page, options: Options = {}): Promise<Awaited<Axe>['violations']> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ ...options, resultTypes: ['violations'] });

  return (await axe.analyze()).violations;
}

/** By how many pixels a page is wider than its window. */
export async function excessOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
