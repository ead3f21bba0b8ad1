import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

import { soon, testTimeoutMs } from './test/support/soon.ts';
import { chromiumLaunchOptions } from './test/whole/e2e/chromium.ts';

// As for the other tests, see vitest.config.ts: servers and builds find their code compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/tollbook-tests');

export default defineConfig({
  testDir: 'test/whole/e2e',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A separate folder, because Playwright empties it at every start and the reports are next to it.
  outputDir: 'test-results/playwright',
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: testTimeoutMs,
  expect: { timeout: soon.timeout },
  globalSetup: './test/whole/e2e/make-site.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  projects: [
    { name: 'chromium', use: { ...devices['Desktop Chrome'], launchOptions: chromiumLaunchOptions() } },
  ],
});
