import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { z } from 'zod';
import { type DeclaredService, declaredService } from '../../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { serviceId } from '../../../src/domain/service-id.ts';
import { startServer, Workplace } from '../../support/running-server.ts';
import { observeServices } from './observed.ts';
import { offering, offers, owned, ownership, services } from './services.ts';

export const siteUrl = 'https://tollbook.example';
/** The number of services that have been checked for weeks; the others never were. */
const observed = 30;
const Registered = z.object({ id: z.string() });

/** A built catalog with a running server, shared by the tests of one worker. Tests may add to it, but not remove anything. */
interface Site {
  readonly url: string;
  /** An API key of the catalog. */
  readonly key: string;
  /** The pages of the newest build, as a static host would serve them. */
  readonly files: string;
  /** Registers a service by the API and gives its id. */
  register(body: object): Promise<string>;
  /** The response to a dry run of a registration. */
  tryOut(body: object): Promise<number>;
  /** Builds the pages again, as the server does at intervals. */
  rebuild(): Promise<void>;
  /** The file of a page in the newest build. */
  builtPage(path: string): Promise<string>;
}

async function startSite(workplace: Workplace): Promise<Site & { stop(): Promise<unknown> }> {
  // Builds and the server share these settings, because they must name the same site.
  process.env['SITE_URL'] = siteUrl;
  process.env['CONTACT_URL'] = 'mailto:reports@tollbook.example';
  // Nobody answers there: what is shown was counted before.
  process.env['RPC_URL_BASE'] = 'http://127.0.0.1:9';
  const list = join(workplace.folder, 'services.json');
  await writeFile(list, JSON.stringify(services));
  await workplace.script('catalog.ts', 'import', list);
  await declareMore(workplace, offering, { offers: [...offers] });
  await declareMore(workplace, owned, ownership);
  await observeServices(join(workplace.folder, 'data'), services.slice(0, observed));
  await workplace.build();
  const key = await workplace.key();
  const server = await startServer(workplace.environment);

  const post = (path: string, body: object): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    url: server.url,
    key,
    files: join(workplace.folder, 'dist', 'client'),
    register: async (body) => Registered.parse(await (await post('/api/services', body)).json()).id,
    tryOut: async (body) => (await post('/api/services?dryRun=true', body)).status,
    rebuild: async () => {
      await workplace.script('build.ts');
    },
    builtPage: (path) => readFile(join(workplace.folder, 'dist', 'client', path, 'index.html'), 'utf8'),
    stop: () => server.stop('SIGTERM'),
  };
}

/** Changes the file of a service, and commits it. */
async function declareMore(
  workplace: Workplace,
  { name, endpoint }: { readonly name: string; readonly endpoint: string },
  more: Partial<DeclaredService>,
): Promise<void> {
  const file = join(workplace.catalog, serviceFilePath(serviceId(name, endpoint)));
  const declared = declaredService({ allowInsecure: false }).parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, printServiceFile({ ...declared, ...more }));
  await workplace.git('add', '.');
  await workplace.git(
    '-c',
    'user.name=tests',
    '-c',
    'user.email=tests@example.com',
    'commit',
    '-m',
    `Change ${name}`,
  );
}

/**
 * Everything that must not happen on a page: errors in the console, violations of the Content-Security-Policy,
 * failed responses but those that the test wants, and requests to other hosts. A 404 for the page itself is no error.
 */
async function watch(page: Page, ownUrl: string, refusals: readonly number[]): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== ownUrl) {
      complaints.push(`request to elsewhere: ${request.url()}`);
    }
  });
  page.on('response', (response) => {
    const isWanted = response.status() < 400 || refusals.includes(response.status());
    if (!isWanted && response.request().resourceType() !== 'document') {
      complaints.push(`${String(response.status())}: ${response.url()}`);
    }
  });

  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy ${violatedDirective} broken by ${blockedURI}`);
    });
  });
  return complaints;
}

interface Options {
  /** The statuses with which the API may refuse what a test does. */
  readonly refusals: readonly number[];
}

export const test = base.extend<Options, { site: Site }>({
  refusals: [[], { option: true }],

  site: [
    // Playwright reads the dependencies of a fixture from this pattern; this fixture has none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const workplace = await Workplace.make();
      const site = await startSite(workplace);
      await use(site);
      await site.stop();
      await workplace.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ site }, use) => {
    await use(site.url);
  },

  page: async ({ page, site, refusals }, use) => {
    const complaints = await watch(page, site.url, refusals);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect } from '@playwright/test';
