import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Request } from '@playwright/test';
import { z } from 'zod';
import { chromiumLaunchOptions } from '../test/whole/e2e/chromium.ts';
import { runProcess } from '../test/support/run-process.ts';
import { observeServices } from '../test/whole/e2e/observed.ts';
import { paths as kinds, seenPath } from '../test/whole/e2e/pages.ts';
import { services as own } from '../test/whole/e2e/services.ts';
import { maxSent, maxSentElsewhere } from '../test/whole/e2e/weights.ts';
import { startServer, type Workplace } from '../test/support/running-server.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { typed } from './typing.ts';

const generated = 10_000;
const runs = 3;
const wantedScores = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const maxInteractionMs = 100;

/** How many of the services have been checked for weeks. */
const observed = 30;

const lighthouse = fileURLToPath(new URL('lighthouse/', import.meta.url));

const Measured = z.object({
  url: z.url(),
  results: z.array(
    z.object({
      performance: z.number(),
      accessibility: z.number(),
      'best-practices': z.number(),
      seo: z.number(),
      bytes: z.number(),
      scriptBytes: z.number(),
      failed: z.array(z.string()),
    }),
  ),
});
type Measured = z.infer<typeof Measured>;

/** Measures every kind of page with Lighthouse, as on a phone and the delay of the next paint after any interaction. */
export async function benchSite(): Promise<void> {
  if (!existsSync(`${lighthouse}node_modules`)) {
    throw new Error('Lighthouse is not installed; run "npm ci --prefix bench/lighthouse"');
  }
  const workplace = await observedCatalog();
  await workplace.script('build.ts');
  const server = await startServer(workplace.environment);

  try {
    const measured = await measure([...kinds, '/de/', `/de${seenPath}`].map((path) => server.url + path));

    await writeResult('site', [
      ...measured.flatMap((page) => figuresOf(page)),
      await formFigure(server.url),
      await interactionFigure(server.url),
    ]);
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

/** Many services that nobody has checked, and some with weeks of checks and payments. */
async function observedCatalog(): Promise<Workplace> {
  const workplace = await generatedCatalog(generated);
  const list = join(workplace.folder, 'own.json');
  await writeFile(list, JSON.stringify(own));
  await workplace.script('catalog.ts', 'import', list);
  await observeServices(join(workplace.folder, 'data'), own.slice(0, observed));

  return workplace;
}

async function measure(urls: readonly string[]): Promise<Measured[]> {
  const { executablePath } = chromiumLaunchOptions();
  const { code, stdout, stderr } = await runProcess(
    process.execPath,
    [`${lighthouse}measure.js`, String(runs), ...urls],
    { env: { ...process.env, ...(executablePath === undefined ? {} : { CHROMIUM_PATH: executablePath }) } },
  );
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)}: ${stderr}`);

  return stdout
    .trim()
    .split('\n')
    .map((line) => Measured.parse(JSON.parse(line)));
}

function figuresOf({ url, results }: Measured): Figure[] {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  const limit = maxSent(pathname);
  const middle = (of: (result: Measured['results'][number]) => number): number => median(results.map(of));
  // What is kept from search engines on purpose gets no score for them.
  const isHidden = results.some(({ failed }) => failed.includes('is-crawlable'));
  const wanted = Object.entries(wantedScores).filter(([name]) => name !== 'seo' || !isHidden);
  const scores = wanted.map(([name]) => middle((result) => result[name as keyof typeof wantedScores]));
  const bytes = middle((result) => result.bytes);
  const scriptBytes = middle((result) => result.scriptBytes);

  return [
    {
      what: `${path}: ${wanted.map(([name]) => name).join(', ')}`,
      wanted: wanted.map(([, score]) => score).join(', '),
      measured: scores.join(', '),
      reached: wanted.every(([, score], place) => (scores[place] ?? 0) >= score),
      note: `Lighthouse, mobile profile, median of ${String(runs)}`,
    },
    {
      what: `${path}: bytes sent, of them scripts`,
      wanted: `≤ ${String(limit.bytes)}, ${String(limit.scripts)}`,
      measured: `${String(bytes)}, ${String(scriptBytes)}`,
      reached: bytes <= limit.bytes && scriptBytes <= limit.scripts,
    },
  ];
}

/** Measures the form after it was filled in, because it loads the rules of the catalog only then. */
async function formFigure(url: string): Promise<Figure> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage();
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await page.goto(`${url}/register/`);
  await page.getByLabel('Endpoint').fill('http://api.example.com');
  await page.getByLabel('Endpoint').blur();
  await page.getByText('must begin with https').waitFor();

  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  await browser.close();
  return {
    what: '/register/ with the form filled in: scripts',
    wanted: `≤ ${String(maxSentElsewhere.scripts)}`,
    measured: String(bytes),
    reached: bytes <= maxSentElsewhere.scripts,
    note: `bytes of the bodies as they are sent, of ${String(scripts.length)} files`,
  };
}

/** The longest time from an interaction to the next paint (INP), over what visitors do on a list: type, filter, compare, search by the palette. */
async function interactionFigure(url: string): Promise<Figure> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(globalThis, { interactionTimes: times });
    new PerformanceObserver((list) => {
      times.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.goto(`${url}/services/`);

  await page.locator('.live input[name=query]').pressSequentially(typed, { delay: 60 });
  await page.waitForURL(/query=/);
  await page.locator('.rows input[type=checkbox]').first().check();
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link').first().click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('weather', { delay: 60 });
  await page.keyboard.press('Escape');
  await page.waitForTimeout(1_000);

  const times = await page.evaluate(
    () => (globalThis as unknown as { interactionTimes: number[] }).interactionTimes,
  );
  await browser.close();
  const longest = Math.max(0, ...times);
  return {
    what: 'interaction to next paint, the longest',
    wanted: `≤ ${String(maxInteractionMs)} ms`,
    measured: `${longest.toFixed(0)} ms`,
    reached: longest <= maxInteractionMs,
    note: `of ${String(times.length)} events of 16 ms and more, while typing, comparing, filtering and in the palette`,
  };
}
