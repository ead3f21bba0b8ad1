import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { pauseMs } from '../src/browser/combobox.ts';
import { plainHost } from '../test/support/plain-host.ts';
import { startServer } from '../test/support/running-server.ts';
import { chromiumLaunchOptions } from '../test/whole/e2e/chromium.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

export const typed = 'weather forecast under $0.01 on base';
const services = 2_400;
const maxTypingMs = 100;

/** Measures how long after a key its results are on the page: of a server, and of a static copy, which searches in the browser. */
export async function benchTyping(): Promise<void> {
  const workplace = await generatedCatalog(services);
  await workplace.script('build.ts');
  const server = await startServer(workplace.environment);
  const host = await plainHost(join(workplace.folder, 'dist', 'client'));

  try {
    await writeResult('typing', [
      await typingFigure('a server', `${server.url}/services/`),
      await typingFigure('a static copy', `${host.url}services/`),
    ]);
  } finally {
    host.close();
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

async function typingFigure(where: string, address: string): Promise<Figure> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage();
  await page.goto(address);

  const times: number[] = [];
  for (const key of typed) times.push(await typeOne(page, key));
  await browser.close();
  const p95 = percentile(times, 95);
  return {
    what: `results after a key on ${where}, ${String(services)} services, p95`,
    wanted: `≤ ${String(maxTypingMs)} ms`,
    measured: `${p95.toFixed(0)} ms`,
    reached: p95 <= maxTypingMs,
    note: `median ${median(times).toFixed(0)} ms over ${String(times.length)} keys, first ${(times[0] ?? 0).toFixed(0)} ms, to the new list on the page, after the pause of ${String(pauseMs)} ms`,
  };
}

/** Milliseconds from a key to the updated list, without the pause in which another key may follow. */
async function typeOne(page: Page, key: string): Promise<number> {
  const ms = await page.evaluate(async (typedKey) => {
    const box = document.querySelector<HTMLInputElement>('.live input[name=query]');
    const before = document.getElementById('found');
    if (!box) throw new Error('there is nothing to type into');

    const started = performance.now();
    box.value += typedKey;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    while (document.getElementById('found') === before) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - started;
  }, key);

  return ms - pauseMs;
}
