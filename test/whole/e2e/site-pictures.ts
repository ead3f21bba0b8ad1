import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Command } from 'commander';
import { z } from 'zod';
import { chromiumLaunchOptions } from './chromium.ts';
import { runCommand } from '../../../scripts/run-command.ts';

const folder = fileURLToPath(new URL('../../../docs/site/', import.meta.url));

const screens = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
const schemes = ['light', 'dark'] as const;
/** Of 100, for WebP. */
const quality = 80;

await runCommand(
  new Command('site-pictures')
    .description('Takes the pictures of docs/site from a running catalog, such as that of "npm run demo".')
    .requiredOption('--from <url>', 'the address of the catalog')
    .action(takePictures),
);

async function takePictures({ from }: { readonly from: string }): Promise<void> {
  const pages = {
    home: '/',
    list: '/services/',
    search: '/search?query=weather+under+%240.01',
    detail: await mostTrusted(from),
  };
  const browser = await chromium.launch(chromiumLaunchOptions());

  for (const [screen, viewport] of Object.entries(screens)) {
    for (const colorScheme of schemes) {
      const page = await openPage(browser, { baseURL: from, viewport, colorScheme });
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await writeFile(`${folder}${name}-${screen}-${colorScheme}.webp`, await pictureOf(page));
      }
    }
  }
  await browser.close();
}

async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

/** Playwright itself makes no WebP, which is a fifth of the size of PNG. */
async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });

  return Buffer.from(data, 'base64');
}

async function mostTrusted(from: string): Promise<string> {
  const answer: unknown = await (await fetch(`${from}/api/services?sortBy=trustScore&limit=1`)).json();
  const [service] = z.array(z.object({ id: z.string() })).parse(answer);

  return `/services/${service?.id ?? ''}/`;
}
