import type { CDPSession, Page } from '@playwright/test';
import { paths, seenPath } from './pages.ts';
import { expect, test } from './site.ts';
import { mostSent, type Weight } from './weights.ts';

/*
 * How much each kind of page makes a phone fetch, and whether it stands still meanwhile. Both need no quick machine: slow ones show more of
 * what a page looks like before its scripts.
 */

/** Room for what the texts of other catalogs add, and for the manifest and the icon, which only some browsers fetch. */
const share = 0.95;

/** The shift from which on people notice it is 0.1: https://web.dev/articles/cls. */
const mostShift = 0.01;

/** Long enough to draw the page before its scripts arrive. */
const latencyMs = 100;

/** What the browser fetches from now on, and forgets after each look. */
async function watchWeight(session: CDPSession): Promise<() => Weight> {
  const types = new Map<string, string>();
  let [bytes, scripts] = [0, 0];
  session.on('Network.requestWillBeSent', ({ requestId, type = '' }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') scripts += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });

  return () => {
    const weight = { bytes, scripts };
    [bytes, scripts] = [0, 0];
    return weight;
  };
}

async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

  return () =>
    page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    );
}

test('no page weighs more than it may, or moves while it loads', async ({ page, context }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 412, height: 823 });
  const weigh = await watchWeight(await context.newCDPSession(page));
  const shifted = await watchShifts(page);

  for (const path of [...paths, '/de/', `/de${seenPath}`, '/de/register/', '/de/listings/']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const { bytes, scripts } = weigh();
    const most = mostSent(path);

    expect.soft(bytes, path).toBeLessThan(most.bytes * share);
    expect.soft(scripts, `scripts of ${path}`).toBeLessThan(most.scripts * share);
    expect.soft(bytes, path).toBeGreaterThan(scripts);
    expect.soft(await shifted(), `shifts of ${path}`).toBeLessThan(mostShift);
  }
});
