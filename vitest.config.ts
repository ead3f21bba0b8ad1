import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { soon } from './test/support/soon.ts';

/** Folders whose tests leave nothing behind in their process, so that one process runs many files. A process for each file took half as long again. */
const sharing = [
  ...['browser', 'build', 'catalog-files', 'contract', 'documents', 'domain', 'http', 'import', 'live'],
  ...['openapi', 'payments', 'registration', 'search', 'site', 'styles', 'texts', 'transparency'],
  ...['verification', 'views', 'webhooks'],
].map((folder) => `test/${folder}/**/*.test.ts`);
const others = ['test/e2e/**', 'test/fixtures/**', '**/node_modules/**'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'sharing a process', include: sharing, exclude: others, isolate: false },
      },
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...others, ...sharing] },
      },
    ],
    globalSetup: ['test/support/postgres-setup.ts'],
    pool: 'forks',
    // One more than there are processors: many tests wait for a process or a timer for most of their time.
    maxWorkers: availableParallelism() + 1,
    // Hundreds of servers and commands start in these tests; with their code compiled before, each takes half the time.
    // The model takes memory and processor time; tests of search by meaning ask for it.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tollbook-tests'),
      EMBEDDING_MODEL: 'none',
    },
    // Generous, for busy machines. Tests wait for events rather than for fixed times.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: soon },
    // Any program can take a port before a test that needs that very one. Nothing else is tried again.
    retry: { count: 3, condition: /EADDRINUSE/ },
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'test-results/vitest.json' }]]
      : ['default'],
  },
});
