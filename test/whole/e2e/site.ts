import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { z } from 'zod';
import { startServer, Workplace } from '../../support/running-server.ts';
import { testTimeoutMs } from '../../support/soon.ts';
import { copyIn, madeSite } from './make-site.ts';

const Registered = z.object({ id: z.string() });

/** A catalog with a running server, shared by the tests of one worker. Tests may add to it, but not remove anything. */
interface Site {
  readonly url: string;
  /** An API key of the catalog. */
  readonly key: string;
  /** The files that the server serves; all workers share them. */
  readonly files: string;
  /** Those of a copy without a server, as a static host would serve them. */
  readonly copy: string;
  /** Registers a service by the API and gives its id. */
  register(body: object): Promise<string>;
  /** The response to a dry run of a registration. */
  tryOut(body: object): Promise<number>;
}

async function startSite(workplace: Workplace): Promise<Site & { stop(): Promise<unknown> }> {
  const { folder, key } = madeSite();
  const dist = join(folder, 'dist');
  for (const part of ['catalog', 'data']) {
    await cp(join(folder, part), join(workplace.folder, part), { recursive: true });
  }
  const server = await startServer({ ...workplace.environment, DIST_DIR: dist });

  const post = (path: string, body: object): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    url: server.url,
    key,
    files: join(dist, 'current', 'client'),
    copy: copyIn(folder),
    register: async (body) => Registered.parse(await (await post('/api/services', body)).json()).id,
    tryOut: async (body) => (await post('/api/services?dryRun=true', body)).status,
    stop: () => server.stop('SIGTERM'),
  };
}

/**
 * Everything that must not happen on a page: errors in the console, violations of the Content-Security-Policy,
 * failed responses but those that the test wants, and requests to anything else than the site. A 404 for the page itself is no error.
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
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(new URL(ownUrl).href)) {
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
    // A server starts while the other one does, with what else the machine has to do.
    { scope: 'worker', timeout: 2 * testTimeoutMs },
  ],

  baseURL: async ({ site }, use) => {
    await use(site.url);
  },

  page: async ({ page, baseURL, refusals }, use) => {
    const complaints = await watch(page, baseURL ?? '', refusals);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect } from '@playwright/test';
export { siteUrl } from './make-site.ts';
