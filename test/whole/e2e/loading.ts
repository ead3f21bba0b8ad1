import type { CDPSession, Page } from '@playwright/test';
import type { Weight } from './weights.ts';

/*
 * How much a page makes a phone fetch, and whether it stands still meanwhile. Both need no quick machine: slow ones show more of what a page
 * looks like before its scripts.
 */

/** Long enough to draw the page before its scripts arrive. */
const latencyMs = 100;

/** What a page did while it was loaded. */
interface Loading {
  readonly weight: Weight;
  /** By how much its parts moved; people notice 0.1: https://web.dev/articles/cls. */
  readonly shift: number;
}

/** Watches the page that is loaded next. Gives a function that says what was seen. */
export async function watchLoading(page: Page): Promise<() => Promise<Loading>> {
  const weigh = await watchWeight(await page.context().newCDPSession(page));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

  return async () => ({
    weight: weigh(),
    shift: await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    ),
  });
}

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

  return () => ({ bytes, scripts });
}
