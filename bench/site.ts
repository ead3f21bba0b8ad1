import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page, type Request } from '@playwright/test';
import { z } from 'zod';
import { chromiumLaunchOptions } from '../test/e2e/chromium.ts';
import { runProcess } from '../test/support/run-process.ts';
import { startServer } from '../test/support/running-server.ts';
import { generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

const services = 2_400;
const runs = 3;
const wantedScores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const mostBytes = 60_000;
const mostScriptBytes = 25_000;
const typed = 'weather forecast under $0.01 on base';
const mostTypingMs = 100;

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
    }),
  ),
});
type Measured = z.infer<typeof Measured>;

/** Measures the pages that a visitor sees first with Lighthouse, as on a phone, and the delay of results after a key. */
export async function benchSite(): Promise<void> {
  if (!existsSync(`${lighthouse}node_modules`)) {
    throw new Error('Lighthouse is not installed; run "npm ci --prefix bench/lighthouse"');
  }
  const workplace = await generatedCatalog(services);
  await workplace.script('build.ts');
  const server = await startServer(workplace.environment);

  try {
    const paths = ['/', '/services/', await aServicePath(server.url), '/search?query=weather'];
    const measured = await measure(paths.map((path) => server.url + path));

    await writeResult('site', [
      ...measured.flatMap((page) => figuresOf(page)),
      await formFigure(server.url),
      await typingFigure(server.url),
    ]);
  } finally {
    await server.stop('SIGTERM');
    await workplace.remove();
  }
}

async function aServicePath(url: string): Promise<string> {
  const answer: unknown = await (await fetch(`${url}/api/services?limit=1`)).json();
  const [service] = z.array(z.object({ id: z.string() })).parse(answer);

  return `/services/${service?.id ?? ''}/`;
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
  const path = new URL(url).pathname;
  const middle = (of: (result: Measured['results'][number]) => number): number => median(results.map(of));
  const scores = Object.keys(wantedScores).map((name) =>
    middle((result) => result[name as keyof typeof wantedScores]),
  );
  const bytes = middle((result) => result.bytes);
  const scriptBytes = middle((result) => result.scriptBytes);

  return [
    {
      what: `${path}: performance, accessibility, best practices, SEO`,
      wanted: `≥ ${Object.values(wantedScores).join(', ')}`,
      measured: scores.join(', '),
      reached: Object.values(wantedScores).every((wanted, place) => (scores[place] ?? 0) >= wanted),
      note: `Lighthouse, mobile profile, median of ${String(runs)}`,
    },
    {
      what: `${path}: bytes sent, of them scripts`,
      wanted: `≤ ${String(mostBytes)}, ${String(mostScriptBytes)}`,
      measured: `${String(bytes)}, ${String(scriptBytes)}`,
      reached: bytes <= mostBytes && scriptBytes <= mostScriptBytes,
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
    wanted: `≤ ${String(mostScriptBytes)}`,
    measured: String(bytes),
    reached: bytes <= mostScriptBytes,
    note: `bytes of the bodies as they are sent, of ${String(scripts.length)} files`,
  };
}

async function typingFigure(url: string): Promise<Figure> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage();
  await page.goto(`${url}/services/`);

  const times: number[] = [];
  for (const key of typed) times.push(await typeOne(page, key));
  await browser.close();
  const p95 = percentile(times, 95);
  return {
    what: `first result after a key, ${String(services)} services, p95`,
    wanted: `≤ ${String(mostTypingMs)} ms`,
    measured: `${p95.toFixed(0)} ms`,
    reached: p95 <= mostTypingMs,
    note: `median ${median(times).toFixed(0)} ms over ${String(times.length)} keys, from the key to the new list on the page`,
  };
}

/** Milliseconds from a key to the updated list. */
async function typeOne(page: Page, key: string): Promise<number> {
  return page.evaluate(async (typedKey) => {
    const box = document.querySelector<HTMLInputElement>('.finder input[name=query]');
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
}
